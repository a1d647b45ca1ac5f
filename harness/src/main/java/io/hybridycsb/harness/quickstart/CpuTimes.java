package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.process.ChildrenCpu;
import io.hybridycsb.harness.results.RunResult.ProcessCost;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * CPU time at one moment.
 *
 * @param secondsByPid one entry per process of the cluster
 * @param childrenSeconds of this process' ended children, which are YCSB's
 */
record CpuTimes(List<ProcessCpu> secondsByPid, OptionalDouble childrenSeconds) {

  record ProcessCpu(long pid, String role, double seconds) {}

  static CpuTimes now(List<ProcessStatus> processes) {
    List<ProcessCpu> cluster =
        processes.stream()
            .flatMap(
                process ->
                    process.pid() == null || process.cpuSeconds() == null
                        ? Stream.empty()
                        : Stream.of(
                            new ProcessCpu(process.pid(), process.role(), process.cpuSeconds())))
            .toList();
    return new CpuTimes(cluster, ChildrenCpu.seconds());
  }

  /**
   * Seconds used between two moments, by role, the client's among them.
   *
   * @return empty if the platform doesn't report it or a process ended in between
   */
  static Optional<SortedMap<String, Double>> between(CpuTimes before, CpuTimes after) {
    if (before.childrenSeconds().isEmpty() || after.childrenSeconds().isEmpty()) {
      return Optional.empty();
    }
    SortedMap<String, Double> byRole = new TreeMap<>();
    for (ProcessCpu start : before.secondsByPid()) {
      Optional<ProcessCpu> end =
          after.secondsByPid().stream().filter(cpu -> cpu.pid() == start.pid()).findFirst();
      if (end.isEmpty()) {
        return Optional.empty();
      }
      byRole.merge(start.role(), end.get().seconds() - start.seconds(), Double::sum);
    }
    byRole.put(
        ProcessCost.CLIENT,
        after.childrenSeconds().getAsDouble() - before.childrenSeconds().getAsDouble());
    return Optional.of(byRole);
  }
}
