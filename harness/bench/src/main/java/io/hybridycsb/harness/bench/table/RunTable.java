package io.hybridycsb.harness.bench.table;

import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RoleUse;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.YcsbReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An experiment's runs as CSV, a line for each; failed ones have no figures. */
public final class RunTable {
  private static final MathContext DIGITS = new MathContext(6);
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private RunTable() {}

  /** Writes the table atomically. */
  public static void write(Path csv, Path experiment, List<Path> runs) {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Path> ordered =
        runs.stream().sorted(Comparator.comparing(RunTable::inNaturalOrder)).toList();
    for (Path file : ordered) {
      Map<String, Object> row = row(RunFiles.read(file));
      row.put("directory", experiment.relativize(file.getParent()).toString());
      rows.add(row);
    }
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.keySet()));
    StringBuilder text = new StringBuilder(Csv.line(List.copyOf(columns)));
    for (Map<String, Object> row : rows) {
      text.append(
          Csv.line(columns.stream().map(name -> cell(row.getOrDefault(name, ""))).toList()));
    }
    WholeFile.write(csv, text.toString());
  }

  /** Sorts clients=8 before clients=16. */
  private static String inNaturalOrder(Path file) {
    return NUMBER
        .matcher(file.toString())
        .replaceAll(
            number -> "0".repeat(Math.max(0, 20 - number.group().length())) + number.group());
  }

  private static Map<String, Object> row(RunResult result) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("experiment", result.identity().subject().experiment());
    row.put("paper", result.identity().subject().paper());
    row.put("figure", result.identity().subject().figure());
    row.put("system", result.identity().system());
    result.identity().varied().forEach((name, value) -> row.put("varied:" + name, value));
    row.put("repeat", result.identity().repeat());
    row.put("failure", result.failure());
    row.put("started", result.outcome().started());
    row.put("commit_mode", result.setup().commitMode());
    row.put("nodes", result.setup().settings().nodes());
    row.put(
        "options",
        result.setup().settings().options().entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining(" ")));
    row.put("client_processes", result.setup().settings().clients());
    row.put("clients", result.setup().settings().threads());
    Optional<Phase> counted = result.succeeded() ? result.run() : Optional.empty();
    counted.ifPresent(phase -> addPhase(row, phase, result));
    result.observed().counters().forEach((name, value) -> row.put("counter:" + name, value));
    result.observed().events().ifPresent(events -> addEvents(row, events));
    result
        .observed()
        .components()
        .forEach((name, value) -> row.put("component:" + name + "_s", value));
    row.put(
        "warnings",
        result.warnings().stream().map(RunWarning::text).collect(Collectors.joining("; ")));
    return row;
  }

  private static void addPhase(Map<String, Object> row, Phase phase, RunResult result) {
    row.put("run_s", phase.seconds());
    boolean committed = !result.onlyAccepted();
    boolean rate = !RunWarning.Kind.FEW.isAmong(result.warnings());
    row.put("committed", committed ? phase.committed() : "");
    row.put("committed_per_s", committed && rate ? phase.committedPerSecond() : "");
    if (!committed) {
      row.put("acknowledged", phase.acknowledged());
      row.put("acknowledged_per_s", rate ? phase.acknowledgedPerSecond() : "");
    }
    SortedMap<String, Long> uncommitted = Phases.uncommitted(phase);
    long aborted = uncommitted.getOrDefault(YcsbReport.ABORTED, 0L);
    long unknown = uncommitted.getOrDefault(YcsbReport.UNKNOWN, 0L);
    row.put("aborted", aborted);
    row.put("unknown", unknown);
    long refused = uncommitted.getOrDefault(YcsbReport.REFUSED, 0L);
    row.put("failed", Phases.attempted(phase) - phase.acknowledged() - aborted - refused - unknown);
    Optional.ofNullable(phase.operations().get(YcsbReport.ATTEMPT))
        .ifPresent(attempts -> addAttempts(row, attempts.statuses()));
    result.phases().recorded().ifPresent(recorded -> addRecorded(row, recorded));
    Set<String> kinds = new TreeSet<>(phase.operations().keySet());
    for (String kind : kinds) {
      Operations operations = phase.operations().get(kind);
      String name = kind.toLowerCase(Locale.ROOT);
      operations.latency().ifPresent(latency -> addLatency(row, name, latency));
      operations
          .intendedLatency()
          .ifPresent(latency -> addLatency(row, name + "_intended", latency));
    }
    if (committed && phase.committed() > 0 && RoleUse.knowsServers(result.observed().processes())) {
      addUse(
          row,
          List.copyOf(result.observed().processes().values()),
          result.committedWhileObserved());
    }
  }

  private static void addAttempts(Map<String, Object> row, SortedMap<String, Long> statuses) {
    long all = statuses.values().stream().mapToLong(Long::longValue).sum();
    row.put("attempts", all);
    row.put("attempts_aborted", statuses.getOrDefault(YcsbReport.ABORTED, 0L));
  }

  private static void addEvents(Map<String, Object> row, Events events) {
    row.put("events_per", events.per());
    events.each().forEach((kind, number) -> row.put("event:" + kind, number));
  }

  private static void addUse(
      Map<String, Object> row, List<ProcessCost> processes, double committed) {
    RoleUse all = RoleUse.sum(processes);
    RoleUse servers = RoleUse.sum(processes.stream().filter(cost -> !cost.ofClient()).toList());
    row.put("cpu_ms_per_committed", all.cpuSeconds() * 1000 / committed);
    row.put("written_bytes_per_committed", each(all.writtenBytes(), committed));
    row.put("tcp_sent_bytes_per_committed", each(all.sentBytes(), committed));
    row.put("servers_mean_rss_bytes", servers.meanRssBytes());
    row.put("servers_peak_rss_bytes", servers.peakRssBytes());
  }

  private static Object each(OptionalDouble sum, double parts) {
    return sum.isPresent() ? sum.getAsDouble() / parts : "";
  }

  private static void addRecorded(Map<String, Object> row, Recorded recorded) {
    row.put("writes_acknowledged_since_start", recorded.acknowledged());
    row.put("writes_undecided_since_start", recorded.undecided());
    row.put(
        "writes_recorded_since_start",
        recorded.servers().isEmpty() ? "" : Collections.min(recorded.servers().values()));
  }

  private static void addLatency(Map<String, Object> row, String name, Latency latency) {
    row.put(name + "_mean_ms", latency.meanMs());
    for (String percentile : Percentiles.NAMES) {
      row.put(name + "_p" + percentile + "_ms", Percentiles.ms(latency, percentile));
    }
  }

  /** A value's text: a fraction has six significant digits, and what isn't known is empty. */
  private static String cell(Object value) {
    if (value instanceof OptionalDouble some) {
      return some.isPresent() ? cell(some.getAsDouble()) : "";
    }
    if (value instanceof Double number) {
      return Double.isFinite(number)
          ? new BigDecimal(number, DIGITS).stripTrailingZeros().toPlainString()
          : "";
    }
    return value.toString();
  }
}
