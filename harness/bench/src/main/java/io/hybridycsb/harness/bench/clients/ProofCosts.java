package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the proofs of a run have cost, by the answers that they prove. */
public final class ProofCosts {
  private ProofCosts() {}

  /**
   * Counters of all processes together: means for each answer, or for each audit.
   *
   * @return none if the workload asks for no proofs
   */
  public static SortedMap<String, Double> counters(List<YcsbReport> reports) {
    SortedMap<String, SortedMap<String, Long>> sums = new TreeMap<>();
    for (YcsbReport report : reports) {
      report
          .proofs()
          .forEach(
              (kind, totals) ->
                  totals.forEach(
                      (name, total) ->
                          sums.computeIfAbsent(kind, unused -> new TreeMap<>())
                              .merge(name, total, Long::sum)));
    }
    SortedMap<String, Double> counters = new TreeMap<>();
    sums.forEach((kind, totals) -> counters.putAll(means(kind, totals)));
    return counters;
  }

  private static Map<String, Double> means(String kind, SortedMap<String, Long> totals) {
    SortedMap<String, Double> means = new TreeMap<>();
    long calls = totals.getOrDefault("Calls", 0L);
    long answers = totals.getOrDefault("Answers", 0L);
    String prefix = Counters.PROOFS + kind + ": ";
    String each = answers > 0 ? "answer" : "audit";
    double count = Math.max(1, answers > 0 ? answers : calls);
    if (answers > 0) {
      means.put(prefix + "answers in a proof", answers / (double) Math.max(1, calls));
      means.put(
          prefix + "answers of blocks taken back", totals.getOrDefault("Withdrawn", 0L) / 1.0);
    }
    means.put(prefix + "bytes for each " + each, totals.getOrDefault("Bytes", 0L) / count);
    means.put(
        prefix + "client CPU µs for each " + each,
        totals.getOrDefault("ClientCpu(us)", 0L) / count);
    means.put(
        prefix + "µs waited for servers for each " + each,
        totals.getOrDefault("Waited(us)", 0L) / count);
    return means;
  }
}
