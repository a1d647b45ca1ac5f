package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RoleUse;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SharedJvm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * The results of a quickstart.
 *
 * @param cluster as it was at the end
 * @param report all that YCSB has done, the warm-up included
 * @param audit empty if the system has nothing to audit
 */
record QuickstartSummary(
    Quickstart.Request request,
    ClusterState cluster,
    RunResult result,
    YcsbReport report,
    Optional<AuditResult> audit) {
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
            cluster.nodes(),
            cluster.processes().size(),
            result.setup().commitMode()));
    List<String> sharing =
        cluster.processes().stream()
            .flatMap(process -> process.parts().stream().map(ProcessPart::name))
            .toList();
    if (!sharing.isEmpty()) {
      lines.add(
          line(
              "one process",
              "%s in one JVM; --set nodes.jvm=separate gives each its own",
              String.join(", ", sharing)));
    }
    Phase load = result.phases().load().orElseThrow();
    lines.add(
        line(
            "load",
            "%,d records in %.1f s: %,.0f %s inserts/s",
            load.committed(),
            load.seconds(),
            load.committedPerSecond(),
            acknowledged()));
    Quickstart.Work work = request.work();
    lines.add(
        line(
            "workload " + work.workload().toUpperCase(Locale.ROOT),
            "%d threads, %s keys%s",
            work.threads(),
            work.distribution(),
            work.operations().isPresent()
                ? ", counted from the first operation on, while JVMs still compile"
                : ""));
    lines.add(line("recorded", "%s", result.phases().recorded().orElseThrow().inWords()));
    lines.addAll(rates());
    run()
        .operations()
        .forEach(
            (kind, operations) ->
                operations
                    .latency()
                    .filter(latency -> YcsbReport.isOperation(kind))
                    .ifPresent(
                        latency ->
                            lines.add(
                                line(
                                    kind.toLowerCase(Locale.ROOT),
                                    "%s",
                                    Percentiles.inWords(latency, 2)))));
    lines.add(line("not committed", "%s", uncommitted()));
    lines.add(line("CPU time", "%s", cpu()));
    result
        .observed()
        .events()
        .ifPresent(events -> lines.add(line("per " + events.per(), "%s", events.inWords())));
    lines.add(
        line(
            "audit",
            "%s",
            audit.map(AuditResult::inOneLine).orElse("none: this system has nothing to audit")));
    lines.add(
        line(
            "versions",
            "%s",
            result.setup().versions().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "))));
    return lines;
  }

  private Phase run() {
    return result.run().orElseThrow();
  }

  /** What an acknowledged operation may be called. */
  private String acknowledged() {
    return result.onlyAccepted() ? "accepted" : "committed";
  }

  private static String line(String label, String format, Object... values) {
    return "  %-14s %s".formatted(label, String.format(Locale.ROOT, format, values));
  }

  /** The throughput; after a warm-up that of its first seconds, too, which doesn't count. */
  private List<String> rates() {
    if (result.phases().warmUp().isEmpty()) {
      return List.of(
          line(
              "throughput",
              "%,.0f %s operations/s (%,d in %.1f s)",
              run().acknowledgedPerSecond(),
              acknowledged(),
              run().acknowledged(),
              run().seconds()));
    }
    WarmUp warmUp = result.phases().warmUp().get();
    WarmUpWindow first = warmUp.windows().get(0);
    double seconds = first.toSecond() - first.fromSecond();
    double compilers = 100 * first.compilerSeconds() / first.cpuSeconds();
    return List.of(
        line(
            "first %.0f s".formatted(seconds),
            "%s",
            rate(first.operations() / seconds, "answered ", first.cpuMsPerOperation(), compilers)),
        line(
            warmUp.steady() ? "steady state" : "not yet steady",
            "%s, after %.0f s of warm-up%s",
            rate(
                run().acknowledgedPerSecond(),
                acknowledged() + " ",
                cpuSeconds() * 1000 / whileObserved(),
                result.observed().counters().getOrDefault(Counters.COMPILING, 0.0)),
            warmUp.seconds(),
            warmUp.steady() ? "" : "; 'hybrid bench' waits longer"));
  }

  private static String rate(
      double perSecond, String acknowledged, double cpuMs, double compilerPercent) {
    return String.format(
        Locale.ROOT,
        "%,.0f %soperations/s, %.3f ms of CPU each%s",
        perSecond,
        acknowledged,
        cpuMs,
        compilerPercent >= 1 ? " (%.0f %% of it compilers)".formatted(compilerPercent) : "");
  }

  /** Aborts and unknown outcomes by name, then all others. */
  private String uncommitted() {
    SortedMap<String, Long> failed = report.uncommitted();
    long aborted = Optional.ofNullable(failed.remove(YcsbReport.ABORTED)).orElse(0L);
    long unknown = Optional.ofNullable(failed.remove(YcsbReport.UNKNOWN)).orElse(0L);
    String names =
        failed.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    return "%d aborted, %d unknown, %d failed%s"
        .formatted(
            aborted,
            unknown,
            failed.values().stream().mapToLong(Long::longValue).sum(),
            names.isEmpty() ? "" : " (" + names + ")");
  }

  private String cpu() {
    Map<String, ProcessCost> processes = result.observed().processes();
    boolean known =
        RoleUse.knowsServers(processes)
            && processes.values().stream().anyMatch(ProcessCost::ofClient);
    if (!known || run().acknowledged() == 0) {
      return "not known on this platform";
    }
    Comparator<Map.Entry<String, RoleUse>> byCpu =
        Comparator.comparingDouble(role -> -role.getValue().cpuSeconds());
    String parts =
        RoleUse.of(processes).entrySet().stream()
            .sorted(byCpu)
            .map(
                role ->
                    String.format(
                        Locale.ROOT,
                        "%s %.3f",
                        ROLE_NAMES.getOrDefault(role.getKey(), role.getKey()),
                        role.getValue().cpuSeconds() * 1000 / whileObserved()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%.3f ms per %s operation (%s)",
        cpuSeconds() * 1000 / whileObserved(),
        acknowledged(),
        parts);
  }

  private double cpuSeconds() {
    return RoleUse.sum(List.copyOf(result.observed().processes().values())).cpuSeconds();
  }

  /** How many operations were acknowledged between the two looks at the processes. */
  private double whileObserved() {
    double seconds = run().seconds();
    double window = result.observed().cpuWindowSeconds().orElse(seconds);
    return run().acknowledged() * (result.phases().warmUp().isPresent() ? window / seconds : 1);
  }
}
