package io.hybridycsb.smt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A frame of the leaf log, all numbers big-endian. A batch is any number of frames of leaves
 * followed by one that commits it; a batch without that last frame does not count.
 *
 * <pre>
 * 4 bytes  magic
 * 4 bytes  payload length
 * 4 bytes  CRC-32C of the payload
 * 4 bytes  CRC-32C of the 12 bytes before
 * payload:
 *   1 byte    1 if this frame commits its batch, 0 if not
 *   44 bytes  in a committing frame: version (8), root (32), number of leaves in the tree (4)
 *   entries   each 0x01 ‖ path ‖ value hash, or 0x00 ‖ path for a leaf removed
 * </pre>
 */
record LeafFrame(ByteBuffer payload) {
  static final int HEADER_BYTES = 16;
  static final int COMMIT_BYTES = 1 + 8 + Words.HASH_BYTES + 4;
  static final int PUT_BYTES = 1 + 2 * Words.HASH_BYTES;
  static final int DELETE_BYTES = 1 + Words.HASH_BYTES;
  static final int ENTRIES_MAX = 16_384;
  static final int PAYLOAD_MAX = COMMIT_BYTES + ENTRIES_MAX * PUT_BYTES;

  private static final int MAGIC = 0x534d5446;

  /** Whether a frame may begin with these four bytes. */
  static boolean isMagic(int word) {
    return word == MAGIC;
  }

  /** Begins a frame in an empty buffer. */
  static void begin(ByteBuffer out) {
    out.clear().position(HEADER_BYTES);
    out.put((byte) 0);
  }

  /** Begins the frame that commits a batch. */
  static void beginCommit(ByteBuffer out, long version, byte[] root, int leafCount) {
    out.clear().position(HEADER_BYTES);
    out.put((byte) 1).putLong(version).put(root).putInt(leafCount);
  }

  static void putEntry(ByteBuffer out, Change change) {
    out.put((byte) (change.isDelete() ? 0 : 1));
    out.putLong(change.p0).putLong(change.p1).putLong(change.p2).putLong(change.p3);
    if (!change.isDelete()) {
      out.putLong(change.v0).putLong(change.v1).putLong(change.v2).putLong(change.v3);
    }
  }

  /** Writes the header and makes the buffer ready to be written out. */
  static void end(ByteBuffer out) {
    out.flip();
    out.putInt(0, MAGIC);
    out.putInt(4, out.limit() - HEADER_BYTES);
    out.putInt(8, crc(out.array(), HEADER_BYTES, out.limit() - HEADER_BYTES));
    out.putInt(12, crc(out.array(), 0, 12));
  }

  /** The frame at a position, or null if no whole and undamaged frame begins there. */
  static LeafFrame read(FileChannel file, long position, long end) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    if (end - position < HEADER_BYTES || !readFully(file, header, position)) {
      return null;
    }
    int length = header.getInt(4);
    boolean plausible =
        header.getInt(0) == MAGIC
            && header.getInt(12) == crc(header.array(), 0, 12)
            && length >= 1
            && length <= PAYLOAD_MAX
            && length <= end - position - HEADER_BYTES;
    if (!plausible) {
      return null;
    }
    ByteBuffer payload = ByteBuffer.allocate(length);
    if (!readFully(file, payload, position + HEADER_BYTES)
        || crc(payload.array(), 0, length) != header.getInt(8)) {
      return null;
    }
    return new LeafFrame(payload.flip());
  }

  /** Fills a buffer from a position on; false if the file ends before. */
  static boolean readFully(FileChannel file, ByteBuffer into, long position) throws IOException {
    while (into.hasRemaining()) {
      if (file.read(into, position + into.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  int bytes() {
    return HEADER_BYTES + payload.limit();
  }

  boolean commits() {
    return payload.get(0) == 1;
  }

  long version() {
    return payload.getLong(1);
  }

  byte[] root() {
    byte[] root = new byte[Words.HASH_BYTES];
    payload.get(9, root);
    return root;
  }

  int leafCount() {
    return payload.getInt(9 + Words.HASH_BYTES);
  }

  /** Reads the entries in their order and returns how many there are. */
  int forEachEntry(Consumer<Change> action) {
    ByteBuffer in = payload.duplicate().position(commits() ? COMMIT_BYTES : 1);
    byte[] path = new byte[Words.HASH_BYTES];
    byte[] valueHash = new byte[Words.HASH_BYTES];
    int count = 0;
    for (; in.hasRemaining(); count++) {
      boolean put = in.get() == 1;
      in.get(path);
      if (put) {
        in.get(valueHash);
        action.accept(Change.putPath(path, valueHash));
      } else {
        action.accept(Change.deletePath(path));
      }
    }
    return count;
  }
}
