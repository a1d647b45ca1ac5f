package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.spi.StoreException;

/** A database of a simulated node doesn't do what it is asked. */
final class SimulatedRefusal extends StoreException {
  SimulatedRefusal(String message) {
    super(message);
  }
}
