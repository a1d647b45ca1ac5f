package io.hybridycsb.veritas.core.sim;

/** The node's process dies here. */
public final class SimulatedCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(String where) {
    super("crashed " + where, null, false, false);
  }
}
