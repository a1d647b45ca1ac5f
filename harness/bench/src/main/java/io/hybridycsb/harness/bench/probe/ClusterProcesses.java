package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ProcessStatus;
import java.util.SortedMap;
import java.util.TreeMap;

/** The processes of a local cluster. */
public final class ClusterProcesses {
  private ClusterProcesses() {}

  /** All processes as they are now, by name. */
  public static SortedMap<String, SeenProcess> of(Cluster cluster) {
    SortedMap<String, SeenProcess> seen = new TreeMap<>();
    for (ProcessStatus process : cluster.status()) {
      long pid = process.pid() == null ? 0 : process.pid();
      seen.put(
          process.name(),
          SeenProcess.of(process.role(), pid, Usage::of, ClusterProcesses::isAlive));
    }
    return seen;
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
