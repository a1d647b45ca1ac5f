package io.hybridycsb.veritas.core.spi;

/**
 * A state store has reached a bound of its own, so that waiting and trying again is of no use. The
 * node stops.
 */
public final class StateFullException extends RuntimeException {
  /**
   * @param message which bound, and what to do
   */
  public StateFullException(String message) {
    super(message);
  }
}
