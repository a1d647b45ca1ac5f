package io.hybridycsb.quorum.raft;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * One record: a protobuf message whose fields etcd writes in this order.
 *
 * @param type what Raft keeps in it
 * @param crc that of all data up to its own; in a record of the type {@link #CRC}, up to the
 *     previous file's end
 * @param data of Raft; has none if the field is absent
 * @param length of the message, in bytes
 */
record LogRecord(long type, int crc, ByteBuffer data, int length) {
  /** The type of the last record of a file's header. */
  static final long METADATA = 1;

  /** The type of the record with which each file begins. */
  static final long CRC = 4;

  private static final long LAST_TYPE = 5;

  private static final int TYPE_TAG = 1 << 3;
  private static final int CRC_TAG = 2 << 3;
  private static final int DATA_TAG = (3 << 3) | 2;

  /** The record that these bytes begin with, if its message is whole. */
  static Optional<LogRecord> at(ByteBuffer bytes) {
    ByteBuffer rest = bytes.slice();
    Optional<Long> type = number(rest, TYPE_TAG);
    Optional<Long> crc = number(rest, CRC_TAG);
    if (type.isEmpty() || crc.isEmpty()) {
      return Optional.empty();
    }
    ByteBuffer data = ByteBuffer.allocate(0);
    if (begins(rest, DATA_TAG)) {
      Optional<Long> length = number(rest, DATA_TAG);
      if (length.isEmpty() || length.get() < 0 || length.get() > rest.remaining()) {
        return Optional.empty();
      }
      data = rest.slice(rest.position(), length.get().intValue());
      rest.position(rest.position() + data.remaining());
    }
    return Optional.of(new LogRecord(type.get(), crc.get().intValue(), data, rest.position()));
  }

  /** The number after a field's tag, of at most 64 bits. */
  private static Optional<Long> number(ByteBuffer rest, int tag) {
    if (!begins(rest, tag)) {
      return Optional.empty();
    }
    rest.get();
    long value = 0;
    for (int shift = 0; shift < Long.SIZE && rest.hasRemaining(); shift += 7) {
      byte next = rest.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  private static boolean begins(ByteBuffer rest, int tag) {
    return rest.hasRemaining() && rest.get(rest.position()) == tag;
  }

  /** Whether it is of a type that etcd writes. */
  boolean isKnown() {
    return type >= METADATA && type <= LAST_TYPE;
  }

  /** The CRC that the log has after it. */
  int crcAfter(int before) {
    return type == CRC ? crc : RollingCrc.after(before, data);
  }

  /**
   * Whether its CRC agrees with those before it.
   *
   * @param before the log's CRC so far; 0 at the beginning of a file, which tells its own
   */
  boolean agreesWith(int before) {
    if (type == CRC) {
      return before == 0 || crc == before;
    }
    return crc == RollingCrc.after(before, data);
  }
}
