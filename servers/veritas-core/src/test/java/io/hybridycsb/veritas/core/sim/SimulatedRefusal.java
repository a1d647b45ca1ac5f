package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.spi.StoreException;

/** A database of a simulated node doesn't do what it is asked. */
final class SimulatedRefusal extends StoreException {
  private static final long serialVersionUID = 1L;

  SimulatedRefusal(String message) {
    super(message);
  }
}
