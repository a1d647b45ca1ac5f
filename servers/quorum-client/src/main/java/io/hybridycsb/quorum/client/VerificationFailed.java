package io.hybridycsb.quorum.client;

/** What a node has said doesn't stand against its proof. */
public final class VerificationFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  VerificationFailed(String message) {
    super(message, null, false, false);
  }
}
