package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.ycsb.YcsbReport;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Combines the outputs and logs of a phase's processes. */
public final class Phases {
  /** A read and an update of one record: one operation of the workload with two outcomes. */
  private static final String PAIR = "READ-MODIFY-WRITE";

  /** YCSB's compound or additional measurements, whose latencies count but not their outcomes. */
  private static final Set<String> BESIDES = Set.of(PAIR, "VERIFY");

  /** YCSB logs the latencies of operations that found nothing under this status. */
  private static final String NOT_FOUND = "NOT_FOUND";

  private Phases() {}

  public static Phase of(Clients.Outcome outcome, HdrLogs logs) {
    SortedMap<String, SortedMap<String, Long>> statuses = new TreeMap<>();
    long committed = 0;
    for (YcsbReport report : outcome.reports()) {
      committed += report.committed();
      report
          .statuses()
          .forEach(
              (kind, counts) ->
                  counts.forEach(
                      (status, count) ->
                          statuses
                              .computeIfAbsent(kind, unused -> new TreeMap<>())
                              .merge(status, count, Long::sum)));
    }
    Set<String> kinds = new TreeSet<>(statuses.keySet());
    kinds.addAll(logs.measured());
    kinds.removeIf(kind -> !YcsbReport.isOperation(kind) && !BESIDES.contains(kind));
    SortedMap<String, Operations> operations = new TreeMap<>();
    for (String kind : kinds) {
      operations.put(
          kind,
          new Operations(
              YcsbReport.isOperation(kind)
                  ? statuses.getOrDefault(kind, new TreeMap<>())
                  : new TreeMap<>(),
              Optional.ofNullable(logs.latency(counted(kind))),
              Optional.ofNullable(logs.intendedLatency(counted(kind)))));
    }
    double seconds =
        logs.seconds() > 0 ? Math.min(logs.seconds(), outcome.seconds()) : outcome.seconds();
    return new Phase(seconds, committed, seconds > 0 ? committed / seconds : 0, operations);
  }

  private static String[] counted(String kind) {
    return YcsbReport.isCommitted(kind, NOT_FOUND)
        ? new String[] {kind, kind + "-" + NOT_FOUND}
        : new String[] {kind};
  }

  /** The workload's operations with any outcome; a read-modify-write counts as one. */
  public static long done(Phase phase) {
    long pairs =
        Optional.ofNullable(phase.operations().get(PAIR))
            .flatMap(Operations::latency)
            .map(Latency::count)
            .orElse(0L);
    return attempted(phase) - pairs;
  }

  /** Operations with any outcome. */
  public static long attempted(Phase phase) {
    return phase.committed()
        + uncommitted(phase).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Operations by status, for the statuses that don't count as committed. */
  public static SortedMap<String, Long> uncommitted(Phase phase) {
    SortedMap<String, Long> counts = new TreeMap<>();
    phase
        .operations()
        .forEach(
            (kind, operations) ->
                operations
                    .statuses()
                    .forEach(
                        (status, count) -> {
                          if (!YcsbReport.isCommitted(kind, status)) {
                            counts.merge(status, count, Long::sum);
                          }
                        }));
    return counts;
  }
}
