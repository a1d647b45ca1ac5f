package io.hybridycsb.quorum.raft;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads a file of the log, record by record, as etcd does.
 *
 * <pre>
 * length field, 8 bytes | message | padding    to a multiple of 8 bytes
 * ...
 * 0 | ...                                      the file's rest, which is made before it is needed
 * </pre>
 */
final class LogReader {
  private static final int LENGTH_FIELD_BYTES = 8;
  private static final int LENGTH_BITS = 56;
  private static final int ALIGNMENT_BYTES = 8;

  /** What a write that was broken off has reached ends with one of these. */
  private static final int SECTOR_BYTES = 512;

  private static final int CHUNK_BYTES = 1 << 20;

  /** A whole file is made for as much. */
  private static final int RECORD_BYTES_MAX = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private final long size;

  /** Where the last whole record ends. */
  private long at;

  /** Of all data before that. */
  private int crc;

  private boolean hasHeader;

  LogReader(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.size = channel.size();
  }

  /**
   * A record of which a part is missing.
   *
   * @param at where it begins
   * @param bytes that it takes in the file
   */
  record HalfWritten(long at, long bytes) {}

  /**
   * What a length field says.
   *
   * @param message its bytes
   * @param padding bytes after it
   */
  private record Frame(long message, int padding) {
    static Frame of(long field) {
      int padding = field < 0 ? (int) (field >>> LENGTH_BITS) % ALIGNMENT_BYTES : 0;
      return new Frame(field & ((1L << LENGTH_BITS) - 1), padding);
    }

    long bytes() {
      return message + padding;
    }

    boolean isAligned() {
      return bytes() % ALIGNMENT_BYTES == 0;
    }
  }

  /**
   * Reads on to the end.
   *
   * @return the record with which the log ends too early, if it does
   * @throws IOException if there is anything else that etcd doesn't write
   */
  Optional<HalfWritten> readAll() throws IOException {
    Optional<HalfWritten> half = readToTheEnd();
    if (!hasHeader) {
      throw damaged("no whole header, which etcd has on disk before it takes a file into the log");
    }
    return half;
  }

  private Optional<HalfWritten> readToTheEnd() throws IOException {
    while (at < size) {
      if (size - at < LENGTH_FIELD_BYTES) {
        return Optional.of(new HalfWritten(at, size - at));
      }
      long field = read(at, LENGTH_FIELD_BYTES).order(ByteOrder.LITTLE_ENDIAN).getLong();
      if (field == 0) {
        return Optional.empty();
      }
      Optional<HalfWritten> half = readRecord(Frame.of(field));
      if (half.isPresent()) {
        return half;
      }
    }
    return Optional.empty();
  }

  private Optional<HalfWritten> readRecord(Frame frame) throws IOException {
    long begin = at + LENGTH_FIELD_BYTES;
    long there = Math.min(frame.bytes(), size - begin);
    if (there > RECORD_BYTES_MAX) {
      throw damaged(
          "a record of %d bytes, where at most %d are expected"
              .formatted(frame.bytes(), RECORD_BYTES_MAX));
    }
    ByteBuffer body = read(begin, (int) there);
    boolean isLongEnough = there == frame.bytes();
    Optional<LogRecord> found =
        LogRecord.at(body).filter(record -> record.length() == frame.message());
    if (isLongEnough && found.isPresent() && found.get().agreesWith(crc)) {
      requireWrittenByEtcd(frame, found.get());
      crc = found.get().crcAfter(crc);
      hasHeader |= found.get().type() == LogRecord.METADATA;
      at = begin + there;
      return Optional.empty();
    }
    if (isLongEnough && !lacksASector(body, begin)) {
      throw damaged(
          found
              .map(
                  record ->
                      "a record with the CRC %08x, which its data don't have"
                          .formatted(record.crc()))
              .orElse("no record, where one of %d bytes is expected".formatted(frame.message())));
    }
    requireNoOtherLength(frame, begin);
    requireZeros(begin + there);
    return Optional.of(new HalfWritten(at, LENGTH_FIELD_BYTES + there));
  }

  /** What is wrong here would be found in the next record, as if that were half written. */
  private void requireWrittenByEtcd(Frame frame, LogRecord record) throws IOException {
    if (!record.isKnown()) {
      throw damaged("a record of type %d, where 1 to 5 are expected".formatted(record.type()));
    }
    if (!frame.isAligned()) {
      throw damaged(
          "%d bytes of padding, which don't fill the record of %d up to a multiple of %d"
              .formatted(frame.padding(), frame.message(), ALIGNMENT_BYTES));
    }
  }

  /** Where the length field alone is wrong, a cut would take the records after it along. */
  private void requireNoOtherLength(Frame frame, long begin) throws IOException {
    int window = (int) Math.min(RECORD_BYTES_MAX, size - begin);
    Optional<LogRecord> whole =
        LogRecord.at(read(begin, window))
            .filter(record -> record.length() != frame.message() && record.agreesWith(crc));
    if (whole.isPresent()) {
      throw damaged(
          "a length field of %d bytes before a whole record of %d"
              .formatted(frame.message(), whole.get().length()));
    }
  }

  /** A kill leaves nothing after what was being written but the zeros that the file was made of. */
  private void requireZeros(long from) throws IOException {
    for (long begin = from; begin < size; begin += CHUNK_BYTES) {
      int length = (int) Math.min(CHUNK_BYTES, size - begin);
      if (!isZero(read(begin, length), 0, length)) {
        throw damaged("no whole record, but more of the log after it");
      }
    }
  }

  /** Whether it has nothing but zeros in one of the disk's sectors. */
  private static boolean lacksASector(ByteBuffer body, long begin) {
    int from = 0;
    while (from < body.limit()) {
      int toItsEnd = SECTOR_BYTES - (int) ((begin + from) % SECTOR_BYTES);
      int to = Math.min(body.limit(), from + toItsEnd);
      if (isZero(body, from, to)) {
        return true;
      }
      from = to;
    }
    return false;
  }

  private static boolean isZero(ByteBuffer bytes, int from, int to) {
    for (int index = from; index < to; index++) {
      if (bytes.get(index) != 0) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer read(long begin, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, begin + bytes.position()) < 0) {
        throw new IOException(
            "%s has become shorter than %d bytes while it was read".formatted(file, size));
      }
    }
    return bytes.flip();
  }

  /** The file is damaged in a way that a kill doesn't explain, so nothing of it is cut. */
  private IOException damaged(String what) {
    return new IOException(
        "%s, at byte %d: %s; this is no half-written record, so nothing was cut"
            .formatted(file, at, what));
  }
}
