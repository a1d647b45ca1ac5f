package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.ThreadUse;
import io.hybridycsb.harness.results.ProcessCost;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * A process at one moment.
 *
 * @param pid 0 if it doesn't run, or runs on another host
 * @param threads a client's own
 */
public record ProcessSnapshot(String role, long pid, ProcessUse use, List<ThreadUse> threads) {

  /** A client. */
  public static ProcessSnapshot client(long pid, ProcessUse use, List<ThreadUse> threads) {
    return new ProcessSnapshot(ProcessCost.CLIENT, pid, use, threads);
  }

  /** All processes of a local cluster as they are now, by name. */
  public static SortedMap<String, ProcessSnapshot> all(Cluster cluster) {
    SortedMap<String, ProcessSnapshot> seen = new TreeMap<>();
    for (ProcessStatus process : cluster.status()) {
      seen.put(process.name(), server(process, ProcessSnapshot::isAlive));
    }
    return seen;
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** A server that was listed a moment ago and may have ended since then. */
  public static ProcessSnapshot server(ProcessStatus listed, LongPredicate isAlive) {
    Optional<ProcessUse> use = Optional.ofNullable(listed.use());
    boolean runs = use.isPresent() || (listed.pid() != null && isAlive.test(listed.pid()));
    return new ProcessSnapshot(
        listed.role(), runs ? listed.pid() : 0, use.orElse(ProcessUse.ofCpu(0)), List.of());
  }

  public boolean isClient() {
    return role.equals(ProcessCost.CLIENT);
  }

  /**
   * @param later the process at a later moment; null if it is gone
   */
  public boolean lives(ProcessSnapshot later) {
    return later != null && later.pid == pid && pid != 0;
  }
}
