package io.hybridycsb.relational.kafka;

import com.google.protobuf.ByteString;

/** The application hash after a block. */
record BlockHash(long height, ByteString hash) {
  private static final int SHOWN_BYTES = 8;

  /** The beginning of a hash, in hex. */
  static String shown(ByteString hash) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(SHOWN_BYTES, hash.size()); i++) {
      text.append("%02x".formatted(hash.byteAt(i)));
    }
    return text.append("…").toString();
  }
}
