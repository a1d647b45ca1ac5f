package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.bench.probe.RunningClients;

/** Watches clients while they run, and decides when they end. */
public interface Conductor {
  /**
   * Called right before {@link #secondEnded}, if somebody watches the processes.
   *
   * @param nanos the moment, by the clock for durations
   * @param operations done by all clients so far, with any outcome
   * @param cpuSeconds of all processes so far
   */
  default void seen(long nanos, long operations, double cpuSeconds) {}

  /**
   * Called about once a second, right after an interval of the first client's histogram logs has
   * ended.
   *
   * @param operations done by all clients so far, with any outcome
   * @return whether the clients are to end
   */
  boolean secondEnded(long operations, RunningClients clients);
}
