package io.hybridycsb.relational.kafka;

import io.hybridycsb.verification.Hash;

/** The application hash after a block. */
record BlockHash(long height, Hash hash) {
  private static final int SHOWN_DIGITS = 16;

  /** The beginning of a hash, in hex. */
  static String shown(Hash hash) {
    return hash.toString().substring(0, SHOWN_DIGITS) + "…";
  }
}
