package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where committed transactions spent their time, if their clients have measured its phases. */
public final class ClientPhases {
  static final String SOURCE =
      RunResult.TIMERS
          + " inside the clients: seconds of committed transactions from the request for endorsements"
          + " to the commit, without the reads before it";

  private static final double MS_PER_SECOND = 1000;

  private ClientPhases() {}

  /**
   * With the phases that the clients have measured in the place of components that were seen from
   * outside; the same if they have measured none.
   */
  public static List<Probe.Findings> in(Phase run, List<Probe.Findings> findings) {
    SortedMap<String, Double> counters = new TreeMap<>();
    SortedMap<String, Double> components = new TreeMap<>();
    for (String phase : YcsbReport.PHASES) {
      Optional<Latency> latency =
          Optional.ofNullable(run.operations().get(phase)).flatMap(Operations::latency);
      String name = phase.toLowerCase(Locale.ROOT);
      latency.ifPresent(
          all -> {
            counters.put(Counters.PHASE_MS + name, all.meanMs());
            components.put(name, all.meanMs() * all.count() / MS_PER_SECOND);
          });
    }
    if (components.isEmpty()) {
      return findings;
    }
    List<Probe.Findings> all = new ArrayList<>();
    findings.forEach(found -> all.add(found.withoutComponents()));
    all.add(new Probe.Findings(counters, components, SOURCE, List.of()));
    return all;
  }
}
