package io.hybridycsb.veritas.core.consensus.log;

/** This node's ledger differs from the others', so the node must not serve any longer. */
public final class DivergedException extends RuntimeException {
  public DivergedException(String node, long height, String reason) {
    super("node " + node + " stops at height " + height + ": " + reason);
  }
}
