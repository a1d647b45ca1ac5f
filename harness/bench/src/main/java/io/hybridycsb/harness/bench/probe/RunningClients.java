package io.hybridycsb.harness.bench.probe;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The client processes that run at a moment.
 *
 * @param pids of those on this machine, by name
 * @param hosts looks at the other hosts that have some, by the hosts' names
 */
public record RunningClients(
    SortedMap<String, Long> pids, Supplier<SortedMap<String, HostSnapshot>> hosts) {

  /** Clients on this machine alone. */
  public static RunningClients here(SortedMap<String, Long> pids) {
    return new RunningClients(pids, TreeMap::new);
  }
}
