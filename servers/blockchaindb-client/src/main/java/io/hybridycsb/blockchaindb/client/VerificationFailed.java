package io.hybridycsb.blockchaindb.client;

/** A node's answer contradicts the chain that a majority agrees on. */
public final class VerificationFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  VerificationFailed(String message) {
    super(message, null, false, false);
  }
}
