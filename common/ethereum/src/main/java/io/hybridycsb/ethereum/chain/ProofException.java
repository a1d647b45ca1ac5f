package io.hybridycsb.ethereum.chain;

/** A proof that doesn't prove what it claims. */
public final class ProofException extends Exception {
  public ProofException(String message) {
    super(message);
  }
}
