package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.report.SettingsByName;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.TwoGroups;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;

/** What a reader must know before the figures: where the two results are of unlike things. */
final class Unlike {
  private final Comparison comparison;
  private final Map<String, Integer> pointsByLine = new LinkedHashMap<>();

  private Unlike(Comparison comparison) {
    this.comparison = comparison;
  }

  /** A line for each difference, with the number of the points that it is found at. */
  static List<String> warnings(Comparison comparison) {
    Unlike unlike = new Unlike(comparison);
    List<ComparedPoint> compared = compared(comparison);
    compared.forEach(point -> unlike.differences("unlike: ", point, Unlike::settings));
    compared.forEach(point -> unlike.repeats("A", point, point.a()));
    compared.forEach(point -> unlike.repeats("B", point, point.b()));
    comparison.points().forEach(unlike::failures);
    return unlike.lines();
  }

  /** A line for each program whose versions differ, which is what many comparisons are about. */
  static List<String> versions(Comparison comparison) {
    Unlike unlike = new Unlike(comparison);
    compared(comparison)
        .forEach(point -> unlike.differences("", point, run -> run.setup().versions()));
    return unlike.lines();
  }

  private static List<ComparedPoint> compared(Comparison comparison) {
    return comparison.points().stream().filter(ComparedPoint::compared).toList();
  }

  private List<String> lines() {
    int all = comparison.points().size();
    return pointsByLine.entrySet().stream()
        .map(line -> "%s (%d of %d points)".formatted(line.getKey(), line.getValue(), all))
        .toList();
  }

  private void add(String line) {
    pointsByLine.merge(line, 1, Integer::sum);
  }

  private void add(String line, ComparedPoint point) {
    add("%s: %s %s".formatted(line, point.experiment(), point.label()));
  }

  private void differences(
      String before, ComparedPoint point, Function<RunResult, SortedMap<String, String>> of) {
    SortedMap<String, Set<String>> a = values(point.a(), of);
    SortedMap<String, Set<String>> b = values(point.b(), of);
    Set<String> names = new TreeSet<>(a.keySet());
    names.addAll(b.keySet());
    for (String name : names) {
      String inA = either(a, name);
      String inB = either(b, name);
      if (!inA.equals(inB)) {
        add("%s%s is %s in A, %s in B".formatted(before, name, inA, inB));
      }
    }
  }

  /** What one of the results takes for repeats of a point. */
  private void repeats(String result, ComparedPoint point, MeasuredPoint runs) {
    SortedMap<String, Set<String>> settings = values(runs, Unlike::settings);
    settings.forEach(
        (name, all) -> {
          if (all.size() > 1) {
            add("%s: repeats differ in %s: %s".formatted(result, name, either(settings, name)));
          }
        });
    point.figures().stream()
        .filter(ComparedFigure::decides)
        .forEach(
            figure ->
                (result.equals("A") ? figure.a() : figure.b())
                    .flatMap(sample -> TwoGroups.of(sample.repeats()))
                    .ifPresent(two -> add(groups(result, figure.measure(), two), point)));
    runs.counted().forEach(run -> run.damage().forEach(line -> add(result + ": " + line)));
  }

  /** Repeats of which a mean and its interval tell little. */
  private static String groups(String result, Measure measure, TwoGroups two) {
    return "%s: repeats in two groups, interval and verdict may be wrong: %s up to %s, from %s on"
        .formatted(
            result,
            measure.title(),
            Numbers.text(two.lower().max()),
            Numbers.text(two.upper().min()));
  }

  /** Failed repeats of both results; what was incorrect or lost in B. */
  private void failures(ComparedPoint point) {
    failedRepeats("A", point, point.a());
    failedRepeats("B", point, point.b());
    for (MeasuredRun run : point.b().runs()) {
      if (run.result().incorrect()) {
        String again = run.isEarlier() ? ", and was done again" : "";
        add(
            "B: a run failed for correctness%s: %s".formatted(again, run.result().failure()),
            point);
      }
    }
    for (MeasuredRun run : point.compared() ? point.b().counted() : List.<MeasuredRun>of()) {
      run.result().warnings().stream()
          .filter(warning -> warning.kind() == RunWarning.Kind.LOST_WRITES)
          .forEach(warning -> add("B: " + warning.text(), point));
    }
  }

  private void failedRepeats(String result, ComparedPoint point, MeasuredPoint runs) {
    int all = runs.runs().size();
    int failed = all - runs.counted().size();
    if (failed > 0 && failed < all) {
      add("%s: %d of %d runs failed".formatted(result, failed, all), point);
    }
  }

  private static String either(SortedMap<String, Set<String>> all, String name) {
    return String.join(" or ", all.getOrDefault(name, Set.of(SettingsByName.UNSET)));
  }

  private static SortedMap<String, Set<String>> values(
      MeasuredPoint point, Function<RunResult, SortedMap<String, String>> of) {
    return SettingsByName.values(
        point.counted().stream().map(MeasuredRun::result).map(of).toList());
  }

  private static SortedMap<String, String> settings(RunResult run) {
    SortedMap<String, String> all = SettingsByName.of(run);
    RunResult.Machine machine = run.setup().machine();
    all.put("commit mode", run.setup().commitMode());
    all.put("machine", machine.name() + ": " + SettingsByName.machine(machine));
    all.put("memory in MiB", String.valueOf(machine.memoryBytes() >> 20));
    return all;
  }
}
