package io.hybridycsb.immudb.proof;

/** What a server has said doesn't stand. The message says what, for people. */
public final class ProofFailed extends Exception {
  private static final long serialVersionUID = 1L;

  public ProofFailed(String message) {
    super(message);
  }
}
