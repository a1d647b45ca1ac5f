package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SharedJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The results of a quickstart.
 *
 * @param request the request
 * @param processes the number of the cluster's processes
 * @param sharing the servers that are one process together; none if each has its own
 * @param commitMode how writes are acknowledged
 * @param load the loading of the records
 * @param run the workload
 * @param recorded the writes that servers have recorded
 * @param audit the audit's result
 * @param versions of the system's programs
 */
record Summary(
    Quickstart.Request request,
    int nodes,
    int processes,
    List<String> sharing,
    String commitMode,
    YcsbReport load,
    Run run,
    RunResult.Recorded recorded,
    AuditResult audit,
    Map<String, String> versions) {

  private static final Map<String, String> ROLE_NAMES =
      Map.of(
          "node",
          "nodes",
          SharedJvm.ROLE,
          "the shared JVM",
          "state-store",
          "state stores",
          "shared-log",
          "shared log",
          "timestamp-oracle",
          "timestamp oracle",
          "validator",
          "validators");

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "cluster",
            "%s, %d nodes, %d processes, commit mode %s",
            request.system().name(),
            nodes,
            processes,
            commitMode));
    if (!sharing.isEmpty()) {
      lines.add(
          line(
              "one process",
              "%s in one JVM; --set nodes.jvm=separate gives each its own",
              String.join(", ", sharing)));
    }
    lines.add(
        line(
            "load",
            "%,d records in %.1f s: %,.0f %s inserts/s",
            load.committed(),
            load.runSeconds(),
            load.committedPerSecond(),
            acknowledged(commitMode)));
    lines.add(
        line(
            "workload " + request.workload().toUpperCase(Locale.ROOT),
            "%d threads, %s keys%s",
            request.threads(),
            request.distribution(),
            request.operations().isPresent()
                ? ", counted from the first operation on, while JVMs still compile"
                : ""));
    lines.add(line("recorded", "%s", recorded.inWords()));
    run.rates().forEach(rate -> lines.add(line(rate.label(), "%s", rate.text())));
    run.latencies().forEach((kind, text) -> lines.add(line(kind, "%s", text)));
    lines.add(line("not committed", "%s", uncommitted()));
    lines.add(line("CPU time", "%s", cpu()));
    run.events()
        .filter(events -> !RunResult.isOnlyAccepted(commitMode))
        .ifPresent(events -> lines.add(line("per " + events.per(), "%s", events.inWords())));
    lines.add(line("audit", "%s", audit.inOneLine()));
    lines.add(
        line(
            "versions",
            "%s",
            new TreeMap<>(versions)
                .entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(Collectors.joining(", "))));
    return lines;
  }

  /** What an acknowledged operation of this commit mode may be called. */
  static String acknowledged(String commitMode) {
    return RunResult.isOnlyAccepted(commitMode) ? "accepted" : "committed";
  }

  private static String line(String label, String format, Object... values) {
    return "  %-14s %s".formatted(label, String.format(Locale.ROOT, format, values));
  }

  /** Aborts and unknown outcomes by name, then all others. */
  private String uncommitted() {
    YcsbReport report = run.report();
    SortedMap<String, Long> counts = report.uncommitted();
    long aborted = counts.getOrDefault(YcsbReport.ABORTED, 0L);
    long unknown = counts.getOrDefault(YcsbReport.UNKNOWN, 0L);
    String failures =
        counts.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(YcsbReport.ABORTED))
            .filter(entry -> !entry.getKey().equals(YcsbReport.UNKNOWN))
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    long failed = report.attempted() - report.committed() - aborted - unknown;
    return "%d aborted, %d unknown, %d failed%s"
        .formatted(aborted, unknown, failed, failures.isEmpty() ? "" : " (" + failures + ")");
  }

  private String cpu() {
    if (run.cpuSeconds().isEmpty() || run.committed() == 0) {
      return "not known on this platform";
    }
    SortedMap<String, Double> cpuSeconds = run.cpuSeconds().get();
    double total = cpuSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
    String parts =
        cpuSeconds.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(
                entry ->
                    String.format(
                        Locale.ROOT,
                        "%s %.3f",
                        ROLE_NAMES.getOrDefault(entry.getKey(), entry.getKey()),
                        perOperationMs(entry.getValue())))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%.3f ms per %s operation (%s)",
        perOperationMs(total),
        acknowledged(commitMode),
        parts);
  }

  private double perOperationMs(double seconds) {
    return seconds * 1000 / run.committed();
  }

  /** A line about a part of the run. */
  record Rate(String label, String text) {}

  /**
   * The workload.
   *
   * @param report all that YCSB has done
   * @param committed the counted operations, from which the CPU time per operation follows
   * @param cpuSeconds of the counted part, by role, if known
   * @param rates a line for each part
   * @param latencies of the counted part, by kind of operation
   * @param events what happened in the counted part for each update, if that was counted
   */
  record Run(
      YcsbReport report,
      long committed,
      Optional<SortedMap<String, Double>> cpuSeconds,
      List<Rate> rates,
      SortedMap<String, String> latencies,
      Optional<Events> events) {

    /** All operations of a run. */
    static Run counted(
        YcsbReport report,
        Optional<SortedMap<String, Double>> cpuSeconds,
        String acknowledged,
        Optional<Events> events) {
      SortedMap<String, String> latencies = new TreeMap<>();
      for (String kind : report.operations()) {
        latencies.put(
            kind.toLowerCase(Locale.ROOT),
            latency(
                report.latencyMs(kind, "50").orElse(Double.NaN),
                report.latencyMs(kind, "99").orElse(Double.NaN)));
      }
      Rate rate =
          new Rate(
              "throughput",
              String.format(
                  Locale.ROOT,
                  "%,.0f %s operations/s (%,d in %.1f s)",
                  report.committedPerSecond(),
                  acknowledged,
                  report.committed(),
                  report.runSeconds()));
      return new Run(report, report.committed(), cpuSeconds, List.of(rate), latencies, events);
    }

    /** The first seconds beside the steady state, whose figures count. */
    static Run of(Workload.Seen seen, String acknowledged) {
      SortedMap<String, String> latencies = new TreeMap<>();
      seen.last()
          .phase()
          .operations()
          .forEach(
              (kind, operations) ->
                  operations
                      .latency()
                      .filter(latency -> YcsbReport.isOperation(kind))
                      .ifPresent(
                          latency ->
                              latencies.put(
                                  kind.toLowerCase(Locale.ROOT), Percentiles.inWords(latency, 2))));
      return new Run(
          seen.report(),
          seen.last().phase().committed(),
          Optional.of(seen.last().cpuSeconds()),
          List.of(
              new Rate(
                  "first %.0f s".formatted(seen.first().phase().seconds()),
                  rate(seen.first(), acknowledged)),
              new Rate(
                  seen.warmUp().steady() ? "steady state" : "not yet steady",
                  last(seen, acknowledged))),
          latencies,
          seen.last().events());
    }

    private static String last(Workload.Seen seen, String acknowledged) {
      return String.format(
          Locale.ROOT,
          "%s, after %.0f s of warm-up%s",
          rate(seen.last(), acknowledged),
          seen.warmUp().seconds(),
          seen.warmUp().steady() ? "" : "; 'hybrid bench' waits longer");
    }

    private static String rate(Measured part, String acknowledged) {
      return String.format(
          Locale.ROOT,
          "%,.0f %s operations/s, %.3f ms of CPU each%s",
          part.phase().committedPerSecond(),
          acknowledged,
          part.cpuMsPerOperation(),
          part.compilerPercent().orElse(0) < 1
              ? ""
              : " (%.0f %% of it compilers)".formatted(part.compilerPercent().getAsDouble()));
    }

    private static String latency(double p50, double p99) {
      return String.format(Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", p50, p99);
    }
  }
}
