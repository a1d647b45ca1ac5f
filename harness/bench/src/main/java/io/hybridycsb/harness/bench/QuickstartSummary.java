package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.bench.steady.SteadyState;
import io.hybridycsb.harness.bench.told.NotSteady;
import io.hybridycsb.harness.bench.told.SummaryLines;
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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * The results of a quickstart.
 *
 * @param cluster as it was at the end
 * @param report all that YCSB has done, the warm-up included
 * @param audit empty if the system has nothing to audit
 * @param othersCores how many cores other programs kept busy; empty if unknown
 */
record QuickstartSummary(
    Quickstart.Request request,
    ClusterState cluster,
    RunResult result,
    YcsbReport report,
    Optional<AuditResult> audit,
    OptionalDouble othersCores) {
  /** How much longer a warm-up is advised that was too short. */
  private static final double LONGER = 3;

  /** The end of the properties that say how often which operation is done. */
  private static final String PROPORTION = "proportion";

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

  /** What YCSB's workloads do, by letter. */
  private static final Map<String, String> WORKLOADS =
      Map.of(
          "a", "half reads, half updates",
          "b", "95 % reads, 5 % updates",
          "c", "only reads",
          "d", "95 % reads, 5 % inserts",
          "e", "95 % scans, 5 % inserts",
          "f", "half reads, half read-modify-writes");

  List<String> lines() {
    SummaryLines lines = new SummaryLines();
    lines.addHead(headline());
    lines.addBlank();
    if (isNotSteady()) {
      lines.add(
          "why",
          "%s",
          NotSteady.why(warmUp().orElseThrow(), othersCores, result.setup().machine().cores()));
      lines.add(
          "what to do",
          "end other programs, or let it warm up longer: --warm-up-max %d",
          10 * Math.round(LONGER * warmUp().orElseThrow().seconds() / 10));
    }
    addRates(lines);
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
                                kind.toLowerCase(Locale.ROOT),
                                "%s",
                                Percentiles.inWords(latency, 2))));
    lines.add("not committed", "%s", uncommitted());
    lines.add("recorded", "%s", result.phases().recorded().orElseThrow().inWords());
    lines.add(
        "audit",
        "%s",
        audit.map(AuditResult::inOneLine).orElse("none: this system has nothing to audit"));
    lines.addBlank();
    addSetting(lines);
    lines.add("CPU time", "%s", cpu());
    result
        .observed()
        .events()
        .ifPresent(events -> lines.add("per " + events.per(), "%s", events.inWords()));
    lines.add(
        "versions",
        "%s",
        result.setup().versions().entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining("; ")));
    return lines.lines();
  }

  /** The answer in a line. */
  private String headline() {
    return String.format(
        Locale.ROOT,
        "%s: %,.0f %s operations/s, %s; %s",
        request.system().name(),
        run().acknowledgedPerSecond(),
        acknowledged(),
        state(),
        audit
            .map(found -> found.passed() ? "the audit passed" : "THE AUDIT FAILED")
            .orElse("nothing to audit"));
  }

  /** From when on operations counted. */
  private String state() {
    return warmUp()
        .map(
            warmUp ->
                String.format(
                    Locale.ROOT,
                    "%s after %.0f s of warm-up",
                    warmUp.steady() ? "steady" : "NOT STEADY",
                    warmUp.seconds()))
        .orElse("cold, while JVMs compile");
  }

  private Optional<WarmUp> warmUp() {
    return result.phases().warmUp();
  }

  private boolean isNotSteady() {
    return warmUp().isPresent() && !warmUp().get().steady();
  }

  /** What ran where. */
  private void addSetting(SummaryLines lines) {
    Quickstart.Work work = request.work();
    boolean own = request.properties().keySet().stream().anyMatch(key -> key.endsWith(PROPORTION));
    lines.add(
        "workload " + work.workload().toUpperCase(Locale.ROOT),
        "%s by %d threads, %s keys",
        own ? "operations" : WORKLOADS.get(work.workload()),
        work.threads(),
        work.distribution());
    Phase load = result.phases().load().orElseThrow();
    lines.add(
        "load",
        "%,d records in %.1f s: %,.0f %s inserts/s",
        load.committed(),
        load.seconds(),
        load.committedPerSecond(),
        acknowledged());
    lines.add(
        "cluster",
        "%d nodes, %d processes, commit mode %s",
        cluster.nodes(),
        cluster.processes().size(),
        result.setup().commitMode());
    List<String> sharing =
        cluster.processes().stream()
            .flatMap(process -> process.parts().stream().map(ProcessPart::name))
            .toList();
    if (!sharing.isEmpty()) {
      lines.add(
          "one process",
          "%s in one JVM; --set nodes.jvm=separate gives each its own",
          String.join(", ", sharing));
    }
  }

  private Phase run() {
    return result.run().orElseThrow();
  }

  /** What an acknowledged operation may be called. */
  private String acknowledged() {
    return result.onlyAccepted() ? "accepted" : "committed";
  }

  /** The throughput; after a warm-up that of its first seconds, too, which doesn't count. */
  private void addRates(SummaryLines lines) {
    if (warmUp().isEmpty()) {
      lines.add(
          "throughput",
          "%,.0f %s operations/s (%,d in %.1f s)",
          run().acknowledgedPerSecond(),
          acknowledged(),
          run().acknowledged(),
          run().seconds());
      return;
    }
    WarmUpWindow first = warmUp().get().windows().get(0);
    double seconds = first.toSecond() - first.fromSecond();
    lines.add(
        "first %.0f s".formatted(seconds),
        "%s",
        rate(
            SteadyState.perSecond(first),
            "answered ",
            first.cpuMsPerOperation(),
            100 * SteadyState.compilerShare(first)));
    lines.add(
        "last %.0f s".formatted(run().seconds()),
        "%s",
        rate(
            run().acknowledgedPerSecond(),
            acknowledged() + " ",
            cpuSeconds() * 1000 / whileObserved(),
            result.observed().counters().getOrDefault(Counters.COMPILING, 0.0)));
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
