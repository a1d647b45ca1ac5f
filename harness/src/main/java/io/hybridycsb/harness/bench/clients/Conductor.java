package io.hybridycsb.harness.bench.clients;

import java.util.SortedMap;

/** Watches clients while they run, and decides when they end. */
public interface Conductor {
  /**
   * Called about once a second, right after an interval of the first client's histogram logs has
   * ended.
   *
   * @param operations done by all clients so far, with any outcome
   * @param pids of the clients, by name
   * @return whether the clients are to end
   */
  boolean secondEnded(long operations, SortedMap<String, Long> pids);
}
