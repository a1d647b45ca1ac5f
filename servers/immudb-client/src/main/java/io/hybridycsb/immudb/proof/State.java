package io.hybridycsb.immudb.proof;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * What a client keeps of a ledger: its last transaction, and the hash that covers everything up to
 * it.
 *
 * @param tx from 1; 0 if there is none
 * @param hash accumulated, 32 bytes
 */
public record State(long tx, byte[] hash) {
  /** Of a ledger without transactions, and of a client that knows nothing yet. */
  public static final State NONE = new State(0, Sha256.of());

  public static State of(Header header) {
    return new State(header.id(), header.accumulated());
  }

  /** Whether it is the header's state. */
  boolean isOf(Header header) {
    return header.id() == tx && Arrays.equals(header.accumulated(), hash);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof State that && tx == that.tx && Arrays.equals(hash, that.hash);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(tx) ^ Arrays.hashCode(hash);
  }

  /** {@code 17 (a1b2c3d4…)}. */
  @Override
  public String toString() {
    return tx + " (" + HexFormat.of().formatHex(hash, 0, Math.min(4, hash.length)) + "…)";
  }
}
