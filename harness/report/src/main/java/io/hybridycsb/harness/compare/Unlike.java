package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.report.SettingsByName;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.TwoGroups;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

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
    List<ComparedPoint> compared =
        comparison.points().stream().filter(ComparedPoint::compared).toList();
    compared.forEach(unlike::differences);
    compared.forEach(unlike::mixtures);
    compared.forEach(unlike::groups);
    comparison.points().forEach(unlike::partialFailures);
    comparison.points().forEach(unlike::incorrect);
    compared.forEach(unlike::lostWrites);
    compared.forEach(unlike::damage);
    return unlike.lines();
  }

  /** A line for each program whose versions differ, which is what many comparisons are about. */
  static List<String> versions(Comparison comparison) {
    Unlike unlike = new Unlike(comparison);
    for (ComparedPoint point : comparison.points()) {
      if (point.compared()) {
        unlike.differences("", versionsOf(point.a()), versionsOf(point.b()));
      }
    }
    return unlike.lines();
  }

  private List<String> lines() {
    int all = comparison.points().size();
    List<String> lines = new ArrayList<>();
    pointsByLine.forEach(
        (line, points) -> lines.add("%s (%d of %d points)".formatted(line, points, all)));
    return lines;
  }

  private void add(String line) {
    pointsByLine.merge(line, 1, Integer::sum);
  }

  private void differences(ComparedPoint point) {
    differences("unlike: ", settingsOf(point.a()), settingsOf(point.b()));
  }

  private void differences(
      String before, SortedMap<String, Set<String>> a, SortedMap<String, Set<String>> b) {
    Set<String> names = new TreeSet<>(a.keySet());
    names.addAll(b.keySet());
    for (String name : names) {
      String inA = values(a, name);
      String inB = values(b, name);
      if (!inA.equals(inB)) {
        add("%s%s is %s in A, %s in B".formatted(before, name, inA, inB));
      }
    }
  }

  private void mixtures(ComparedPoint point) {
    ofEach(
        point,
        (result, runs) ->
            settingsOf(runs)
                .forEach(
                    (name, values) -> {
                      if (values.size() > 1) {
                        add(
                            "%s takes runs for repeats whose %s is %s"
                                .formatted(result, name, String.join(" or ", values)));
                      }
                    }));
  }

  /** What is found of each of the two results. */
  private static void ofEach(ComparedPoint point, BiConsumer<String, MeasuredPoint> finding) {
    finding.accept("A", point.a());
    finding.accept("B", point.b());
  }

  private void add(String line, ComparedPoint point) {
    add("%s: %s %s".formatted(line, point.experiment(), point.label()));
  }

  /** Repeats of which a mean and its interval tell little. */
  private void groups(ComparedPoint point) {
    for (ComparedFigure figure : point.figures()) {
      if (figure.decides()) {
        figure.a().ifPresent(sample -> groups("A", sample, figure, point));
        figure.b().ifPresent(sample -> groups("B", sample, figure, point));
      }
    }
  }

  private void groups(String result, Sample sample, ComparedFigure figure, ComparedPoint point) {
    TwoGroups.of(sample.repeats())
        .ifPresent(
            groups ->
                add(
                    ("%s: repeats look like two groups, so that interval and verdict may be wrong:"
                            + " %s, up to %s and from %s on")
                        .formatted(
                            result,
                            figure.measure().title(),
                            Numbers.text(groups.lower().max()),
                            Numbers.text(groups.upper().min())),
                    point));
  }

  private void partialFailures(ComparedPoint point) {
    ofEach(
        point,
        (result, runs) -> {
          int all = runs.runs().size();
          int failed = all - runs.counted().size();
          if (failed > 0 && failed < all) {
            add("%d of %d runs failed in %s".formatted(failed, all, result), point);
          }
        });
  }

  private void incorrect(ComparedPoint point) {
    for (MeasuredRun run : point.b().runs()) {
      if (run.result().incorrect()) {
        String again = run.isEarlier() ? ", and was done again" : "";
        add(
            "B: a run failed for correctness%s: %s".formatted(again, run.result().failure()),
            point);
      }
    }
  }

  private void lostWrites(ComparedPoint point) {
    for (MeasuredRun run : point.b().counted()) {
      for (RunWarning warning : run.result().warnings()) {
        if (warning.kind() == RunWarning.Kind.LOST_WRITES) {
          add("B: " + warning.text(), point);
        }
      }
    }
  }

  private void damage(ComparedPoint point) {
    ofEach(
        point,
        (result, runs) ->
            runs.counted().stream()
                .flatMap(run -> run.damage().stream())
                .forEach(line -> add(result + ": " + line)));
  }

  private static String values(SortedMap<String, Set<String>> all, String name) {
    return String.join(" or ", all.getOrDefault(name, Set.of(SettingsByName.UNSET)));
  }

  private static SortedMap<String, Set<String>> versionsOf(MeasuredPoint point) {
    return SettingsByName.values(
        point.counted().stream().map(run -> run.result().setup().versions()).toList());
  }

  private static SortedMap<String, Set<String>> settingsOf(MeasuredPoint point) {
    return SettingsByName.values(
        point.counted().stream().map(MeasuredRun::result).map(Unlike::settings).toList());
  }

  private static SortedMap<String, String> settings(RunResult run) {
    RunResult.Settings settings = run.setup().settings();
    RunResult.Machine machine = run.setup().machine();
    SortedMap<String, String> all = new TreeMap<>(settings.properties());
    settings.options().forEach((name, value) -> all.put("option " + name, value));
    all.put("commit mode", run.setup().commitMode());
    all.put("number of nodes", String.valueOf(settings.nodes()));
    all.put("number of client processes", String.valueOf(settings.clients()));
    all.put("number of threads", String.valueOf(settings.threads()));
    all.put(
        "machine",
        "%s (%s, %d cores, %d MiB, %s)"
            .formatted(
                machine.name(),
                machine.processor(),
                machine.cores(),
                machine.memoryBytes() >> 20,
                machine.operatingSystem()));
    return all;
  }
}
