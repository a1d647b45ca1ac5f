package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.ThreadUse;
import io.hybridycsb.harness.results.ProcessCost;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;

/**
 * A process at one moment.
 *
 * @param pid 0 if it doesn't run, or runs on another host
 * @param threads a client's own
 */
public record SeenProcess(String role, long pid, ProcessUse use, List<ThreadUse> threads) {

  /** A client. */
  public static SeenProcess client(long pid, ProcessUse use, List<ThreadUse> threads) {
    return new SeenProcess(ProcessCost.CLIENT, pid, use, threads);
  }

  /** All processes of a local cluster as they are now, by name. */
  public static SortedMap<String, SeenProcess> all(Cluster cluster) {
    SortedMap<String, SeenProcess> seen = new TreeMap<>();
    for (ProcessStatus process : cluster.status()) {
      long pid = process.pid() == null ? 0 : process.pid();
      seen.put(
          process.name(),
          server(process.role(), pid, ProcessIdentity::useOf, SeenProcess::isAlive));
    }
    return seen;
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /**
   * A server that was listed a moment ago and may have ended since then.
   *
   * @param use empty if the process has ended or the platform doesn't report it
   */
  public static SeenProcess server(
      String role, long pid, LongFunction<Optional<ProcessUse>> use, LongPredicate isAlive) {
    Optional<ProcessUse> used = pid == 0 ? Optional.empty() : use.apply(pid);
    boolean alive = used.isPresent() || (pid != 0 && isAlive.test(pid));
    return new SeenProcess(role, alive ? pid : 0, used.orElse(ProcessUse.ofCpu(0)), List.of());
  }

  public boolean isClient() {
    return role.equals(ProcessCost.CLIENT);
  }

  /**
   * @param later the process at a later moment; null if it is gone
   */
  public boolean lives(SeenProcess later) {
    return later != null && later.pid == pid && pid != 0;
  }
}
