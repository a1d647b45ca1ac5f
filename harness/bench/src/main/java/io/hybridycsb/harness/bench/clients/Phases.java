package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Combines the outputs and logs of a phase's processes. */
public final class Phases {
  /** A read and an update of one record: one operation of the workload with two outcomes. */
  static final String PAIR = "READ-MODIFY-WRITE";

  /** YCSB's compound or additional measurements, whose latencies count but not their outcomes. */
  private static final Set<String> BESIDES =
      Stream.concat(
              Stream.of(PAIR, "VERIFY", YcsbReport.AUDIT, YcsbReport.BURST),
              YcsbReport.PHASES.stream())
          .collect(Collectors.toUnmodifiableSet());

  /** YCSB logs the latencies of operations that found nothing under this status. */
  private static final String NOT_FOUND = "NOT_FOUND";

  private Phases() {}

  /** As {@link #of(Clients.Outcome, HdrLogs, boolean)}, where acknowledged is committed. */
  public static Phase of(Clients.Outcome outcome, HdrLogs logs) {
    return of(outcome, logs, false);
  }

  /**
   * The phase that logs tell of, or the part of it that counts.
   *
   * @param onlyAccepted whether acknowledged writes may not have been committed
   * @throws HarnessException if the logs' operations are not those that the processes have printed
   */
  public static Phase of(Clients.Outcome outcome, HdrLogs logs, boolean onlyAccepted) {
    requireSame(outcome, logs);
    SortedMap<String, Operations> operations = new TreeMap<>();
    long committed = 0;
    long accepted = 0;
    for (String kind : YcsbReport.OPERATIONS) {
      SortedMap<String, Long> statuses = logs.statuses(kind);
      if (!statuses.isEmpty()) {
        operations.put(kind, operations(kind, statuses, logs));
      }
      long acknowledged =
          statuses.entrySet().stream()
              .filter(entry -> YcsbReport.isCommitted(kind, entry.getKey()))
              .mapToLong(Map.Entry::getValue)
              .sum();
      if (onlyAccepted && YcsbReport.isWrite(kind)) {
        accepted += acknowledged;
      } else {
        committed += acknowledged;
      }
    }
    SortedMap<String, Long> attempts = logs.statuses(YcsbReport.ATTEMPT);
    if (!attempts.isEmpty()) {
      operations.put(
          YcsbReport.ATTEMPT, new Operations(attempts, Optional.empty(), Optional.empty()));
    }
    for (String kind : BESIDES) {
      if (logs.measured().contains(kind)) {
        operations.put(kind, operations(kind, new TreeMap<>(), logs));
      }
    }
    double seconds =
        logs.seconds() > 0 ? Math.min(logs.seconds(), outcome.seconds()) : outcome.seconds();
    return new Phase(
        seconds, committed, seconds > 0 ? committed / seconds : 0, accepted, operations);
  }

  private static Operations operations(
      String kind, SortedMap<String, Long> statuses, HdrLogs logs) {
    return new Operations(
        statuses, logs.latency(counted(kind)), logs.intendedLatency(counted(kind)));
  }

  private static void requireSame(Clients.Outcome outcome, HdrLogs logs) {
    for (String kind : YcsbReport.OPERATIONS) {
      long printed =
          outcome.reports().stream()
              .map(report -> report.statuses().getOrDefault(kind, new TreeMap<>()))
              .flatMap(statuses -> statuses.values().stream())
              .mapToLong(Long::longValue)
              .sum();
      if (printed != logs.wholeCount(kind)) {
        throw new HarnessException(
            "YCSB printed %,d operations of kind %s, but its histogram logs hold %,d"
                .formatted(printed, kind, logs.wholeCount(kind)));
      }
    }
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

  /** The workload's operations that were committed; a read-modify-write counts as one. */
  public static long committed(Phase phase) {
    return done(phase)
        - phase.accepted()
        - uncommitted(phase).values().stream().mapToLong(Long::longValue).sum();
  }

  /** The same per second: the unit of a target. */
  public static double committedPerSecond(Phase phase) {
    return phase.seconds() > 0 ? committed(phase) / phase.seconds() : 0;
  }

  /** Writes that were acknowledged. */
  public static long writes(Phase phase) {
    return phase.operations().entrySet().stream()
        .filter(entry -> YcsbReport.isWrite(entry.getKey()))
        .mapToLong(entry -> entry.getValue().statuses().getOrDefault(YcsbReport.OK, 0L))
        .sum();
  }

  /** Operations with any outcome. */
  public static long attempted(Phase phase) {
    return phase.acknowledged()
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
                          if (YcsbReport.isOperation(kind)
                              && !YcsbReport.isCommitted(kind, status)) {
                            counts.merge(status, count, Long::sum);
                          }
                        }));
    return counts;
  }
}
