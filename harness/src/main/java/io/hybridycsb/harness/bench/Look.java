package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.probe.CompilerThreads;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.bench.probe.Usage;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What was seen at one moment of a run.
 *
 * @param wallMs the moment, in milliseconds since the epoch
 * @param nanos the same moment, by the clock for durations
 * @param operations done so far, with any outcome
 * @param servers by name
 * @param clients by name, as far as they run
 * @param compilerSeconds of all processes' just-in-time compilers, since they started
 * @param counts of each probe
 */
record Look(
    long wallMs,
    long nanos,
    long operations,
    SortedMap<String, SeenProcess> servers,
    SortedMap<String, Usage> clients,
    double compilerSeconds,
    List<SortedMap<String, Double>> counts) {

  /** A look at everything, clocks and processes first. */
  static Look at(
      BenchCluster cluster, List<Probe> probes, SortedMap<String, Long> clients, long operations) {
    long wallMs = System.currentTimeMillis();
    long nanos = System.nanoTime();
    SortedMap<String, Usage> usage = new TreeMap<>();
    clients.forEach((name, pid) -> Usage.of(pid).ifPresent(used -> usage.put(name, used)));
    SortedMap<String, SeenProcess> servers = cluster.processes();
    double compilers =
        Stream.concat(clients.values().stream(), servers.values().stream().map(SeenProcess::pid))
            .mapToDouble(CompilerThreads::seconds)
            .sum();
    return new Look(
        wallMs,
        nanos,
        operations,
        servers,
        usage,
        compilers,
        probes.stream().map(Probe::counts).toList());
  }

  double secondsSince(Look earlier) {
    return (nanos - earlier.nanos) / 1e9;
  }

  /** What compilers took of the CPU time since then, in percent; empty if none was used. */
  OptionalDouble compilerPercentSince(Look earlier) {
    double all = cpuSeconds() - earlier.cpuSeconds();
    double compilers = Math.max(0, compilerSeconds - earlier.compilerSeconds);
    return all > 0 ? OptionalDouble.of(100 * compilers / all) : OptionalDouble.empty();
  }

  /** CPU seconds of all processes since they started. */
  double cpuSeconds() {
    return servers.values().stream().mapToDouble(server -> server.usage().cpuSeconds()).sum()
        + clients.values().stream().mapToDouble(Usage::cpuSeconds).sum();
  }
}
