package io.hybridycsb.smt;

import java.nio.ByteBuffer;

/** Reads an encoded proof strictly: each proof has exactly one encoding. */
final class ProofReader {
  private final ByteBuffer in;
  private final String what;

  ProofReader(byte[] encoded, int format, String what) {
    this.what = what;
    in = ByteBuffer.wrap(encoded);
    int found = byteValue();
    if (found != format) {
      throw malformed("it must begin with format byte " + format + ", but begins with " + found);
    }
  }

  int byteValue() {
    return need(1).get() & 0xff;
  }

  int depth() {
    int depth = need(2).getShort() & 0xffff;
    if (depth > Words.MAX_DEPTH) {
      throw malformed("its depth must be at most 256, but is " + depth);
    }
    return depth;
  }

  boolean flag() {
    int flag = byteValue();
    if (flag > 1) {
      throw malformed("its leaf flag must be 0 or 1, but is " + flag);
    }
    return flag == 1;
  }

  int count(int max, String counted) {
    int count = need(4).getInt();
    if (count < 0 || count > max) {
      throw malformed("it must have 0 to " + max + " " + counted + ", but has " + count);
    }
    return count;
  }

  byte[] bytes(int length) {
    need(length);
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  Change leaf() {
    return Change.putPath(bytes(Words.HASH_BYTES), bytes(Words.HASH_BYTES));
  }

  byte[] nonZeroHashes(int count) {
    byte[] hashes = bytes(count * Words.HASH_BYTES);
    for (int i = 0; i < hashes.length; i += Words.HASH_BYTES) {
      if (Words.isZero(hashes, i)) {
        throw malformed("it carries the hash of an empty subtree, which must be left out");
      }
    }
    return hashes;
  }

  /** A bit string whose padding up to the next byte must be zero. */
  byte[] bits(int count) {
    byte[] bits = bytes((count + 7) / 8);
    if (count % 8 != 0 && (bits[bits.length - 1] & (0xff >>> (count % 8))) != 0) {
      throw malformed("its padding bits must be zero");
    }
    return bits;
  }

  void end() {
    if (in.hasRemaining()) {
      throw malformed("it is followed by " + in.remaining() + " bytes too many");
    }
  }

  private ByteBuffer need(int bytes) {
    if (in.remaining() < bytes) {
      throw malformed(
          "it must have "
              + bytes
              + " more bytes at "
              + in.position()
              + ", but has "
              + in.remaining());
    }
    return in;
  }

  IllegalArgumentException malformed(String why) {
    return new IllegalArgumentException("malformed " + what + ": " + why);
  }
}
