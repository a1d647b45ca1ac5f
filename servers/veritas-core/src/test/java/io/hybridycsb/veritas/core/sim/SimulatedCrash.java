package io.hybridycsb.veritas.core.sim;

/** The node's process dies here. */
public final class SimulatedCrash extends RuntimeException {
  SimulatedCrash(String where) {
    super("crashed " + where, null, false, false);
  }
}
