package io.hybridycsb.smt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** 256-bit strings as four big-endian longs, so that nodes need no array objects. */
final class Words {
  static final int HASH_BYTES = 32;
  static final int LEAF_BYTES = 2 * HASH_BYTES;
  static final int MAX_DEPTH = 256;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Words() {}

  static long read(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  static void write(byte[] bytes, int offset, long word) {
    LONGS.set(bytes, offset, word);
  }

  static void write(byte[] bytes, int offset, long w0, long w1, long w2, long w3) {
    write(bytes, offset, w0);
    write(bytes, offset + 8, w1);
    write(bytes, offset + 16, w2);
    write(bytes, offset + 24, w3);
  }

  static byte[] toBytes(long w0, long w1, long w2, long w3) {
    byte[] bytes = new byte[HASH_BYTES];
    write(bytes, 0, w0, w1, w2, w3);
    return bytes;
  }

  /** Bit {@code depth} of a path, the most significant bit being bit 0. */
  static boolean bit(byte[] path, int depth) {
    return (path[depth >>> 3] << (depth & 7) & 0x80) != 0;
  }

  /** The same bit of a path given as words. */
  static boolean bit(long w0, long w1, long w2, long w3, int depth) {
    long word = depth < 128 ? (depth < 64 ? w0 : w1) : (depth < 192 ? w2 : w3);
    return word << (depth & 63) < 0;
  }

  static int leadingZeros(long w0, long w1, long w2, long w3) {
    if (w0 != 0) {
      return Long.numberOfLeadingZeros(w0);
    }
    if (w1 != 0) {
      return 64 + Long.numberOfLeadingZeros(w1);
    }
    return w2 != 0 ? 128 + Long.numberOfLeadingZeros(w2) : 192 + Long.numberOfLeadingZeros(w3);
  }

  static boolean isZero(byte[] bytes, int offset) {
    return (read(bytes, offset)
            | read(bytes, offset + 8)
            | read(bytes, offset + 16)
            | read(bytes, offset + 24))
        == 0;
  }

  static byte[] requireHash(byte[] bytes, String what) {
    if (bytes.length != HASH_BYTES) {
      throw new IllegalArgumentException(what + " must be 32 bytes, but has " + bytes.length);
    }
    return bytes;
  }
}
