package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;

/**
 * What a client keeps of a ledger: its last transaction, and the hash that covers everything up to
 * it.
 *
 * @param tx from 1; 0 if there is none
 * @param hash accumulated
 */
public record State(long tx, Hash hash) {
  /** Of a ledger without transactions, and of a client that knows nothing yet. */
  public static final State NONE = new State(0, Hash.sha256());

  private static final int SHOWN_DIGITS = 8;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public State {
    if (tx < 0) {
      throw new IllegalArgumentException("a state has no transaction " + tx);
    }
  }

  public static State of(Header header) {
    return new State(header.id(), header.accumulated());
  }

  /** Whether it is the header's state. */
  boolean isOf(Header header) {
    return equals(of(header));
  }

  /** {@code 17 (a1b2c3d4…)}. */
  @Override
  public String toString() {
    return tx + " (" + hash.toString().substring(0, SHOWN_DIGITS) + "…)";
  }
}
