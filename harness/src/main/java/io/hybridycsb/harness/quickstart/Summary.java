package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.ycsb.YcsbReport;
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
 * @param commitMode how writes are acknowledged
 * @param load the loading of the records
 * @param run the workload
 * @param cpuSeconds CPU time of the workload by role, if known
 * @param audit the audit's result
 * @param versions of the system's programs
 */
record Summary(
    Quickstart.Request request,
    int nodes,
    int processes,
    String commitMode,
    YcsbReport load,
    YcsbReport run,
    Optional<SortedMap<String, Double>> cpuSeconds,
    Quickstart.Audit audit,
    Map<String, String> versions) {

  private static final Map<String, String> ROLE_NAMES =
      Map.of(
          "node", "nodes",
          "state-store", "state stores",
          "shared-log", "shared log",
          "timestamp-oracle", "timestamp oracle",
          "validator", "validators");

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
    lines.add(
        line(
            "load",
            "%,d records in %.1f s: %,.0f committed inserts/s",
            load.committed(),
            load.runSeconds(),
            load.committedPerSecond()));
    lines.add(
        line(
            "workload " + request.workload().toUpperCase(Locale.ROOT),
            "%,.0f committed operations/s (%,d in %.1f s, %d threads, %s keys)",
            run.committedPerSecond(),
            run.committed(),
            run.runSeconds(),
            request.threads(),
            request.distribution()));
    run.operations().forEach(operation -> lines.add(latency(operation)));
    lines.add(line("not committed", "%s", uncommitted()));
    lines.add(line("CPU time", "%s", cpu()));
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

  private static String line(String label, String format, Object... values) {
    return "  %-14s %s".formatted(label, String.format(Locale.ROOT, format, values));
  }

  private String latency(String operation) {
    return line(
        operation.toLowerCase(Locale.ROOT),
        "p50 %.2f ms, p99 %.2f ms",
        run.latencyMs(operation, "50").orElse(Double.NaN),
        run.latencyMs(operation, "99").orElse(Double.NaN));
  }

  /** Aborts and unknown outcomes by name, then all others. */
  private String uncommitted() {
    SortedMap<String, Long> counts = run.uncommitted();
    long aborted = counts.getOrDefault(YcsbReport.ABORTED, 0L);
    long unknown = counts.getOrDefault(YcsbReport.UNKNOWN, 0L);
    String failures =
        counts.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(YcsbReport.ABORTED))
            .filter(entry -> !entry.getKey().equals(YcsbReport.UNKNOWN))
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    long failed = run.attempted() - run.committed() - aborted - unknown;
    return "%d aborted, %d unknown, %d failed%s"
        .formatted(aborted, unknown, failed, failures.isEmpty() ? "" : " (" + failures + ")");
  }

  private String cpu() {
    if (cpuSeconds.isEmpty() || run.committed() == 0) {
      return "not known on this platform";
    }
    double total = cpuSeconds.get().values().stream().mapToDouble(Double::doubleValue).sum();
    String parts =
        cpuSeconds.get().entrySet().stream()
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
        Locale.ROOT, "%.3f ms per committed operation (%s)", perOperationMs(total), parts);
  }

  private double perOperationMs(double seconds) {
    return seconds * 1000 / run.committed();
  }
}
