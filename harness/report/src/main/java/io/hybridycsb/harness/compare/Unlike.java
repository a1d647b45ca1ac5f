package io.hybridycsb.harness.compare;

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
import java.util.stream.Collectors;

/** What a reader must know before the figures: where the two results are of unlike things. */
final class Unlike {
  private static final String UNSET = "unset";

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
    mixtures("A", settingsOf(point.a()));
    mixtures("B", settingsOf(point.b()));
  }

  private void mixtures(String result, SortedMap<String, Set<String>> settings) {
    settings.forEach(
        (name, values) -> {
          if (values.size() > 1) {
            add(
                "%s takes runs for repeats whose %s is %s"
                    .formatted(result, name, values(settings, name)));
          }
        });
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
                            + " %s, up to %s and from %s on: %s %s")
                        .formatted(
                            result,
                            figure.measure().title(),
                            Numbers.text(groups.lower().max()),
                            Numbers.text(groups.upper().min()),
                            point.experiment(),
                            point.label())));
  }

  private void partialFailures(ComparedPoint point) {
    partialFailure("A", point.a(), point);
    partialFailure("B", point.b(), point);
  }

  private void partialFailure(String result, MeasuredPoint runs, ComparedPoint point) {
    int all = runs.runs().size();
    int failed = all - runs.counted().size();
    if (failed > 0 && failed < all) {
      add(
          "%d of %d runs failed in %s: %s %s"
              .formatted(failed, all, result, point.experiment(), point.label()));
    }
  }

  private void incorrect(ComparedPoint point) {
    point.b().runs().stream()
        .filter(run -> run.result().incorrect())
        .forEach(
            run ->
                add(
                    "B: a run failed for correctness%s: %s: %s %s"
                        .formatted(
                            run.isEarlier() ? ", and was done again" : "",
                            run.result().failure(),
                            point.experiment(),
                            point.label())));
  }

  private void lostWrites(ComparedPoint point) {
    for (MeasuredRun run : point.b().counted()) {
      for (RunWarning warning : run.result().warnings()) {
        if (warning.kind() == RunWarning.Kind.LOST_WRITES) {
          add("B: %s: %s %s".formatted(warning.text(), point.experiment(), point.label()));
        }
      }
    }
  }

  private void damage(ComparedPoint point) {
    point.a().counted().stream()
        .flatMap(run -> run.damage().stream())
        .forEach(line -> add("A: " + line));
    point.b().counted().stream()
        .flatMap(run -> run.damage().stream())
        .forEach(line -> add("B: " + line));
  }

  private static String values(SortedMap<String, Set<String>> all, String name) {
    return String.join(" or ", all.getOrDefault(name, Set.of(UNSET)));
  }

  private static SortedMap<String, Set<String>> versionsOf(MeasuredPoint point) {
    return gathered(point.counted().stream().map(run -> run.result().setup().versions()).toList());
  }

  private static SortedMap<String, Set<String>> settingsOf(MeasuredPoint point) {
    return gathered(
        point.counted().stream().map(MeasuredRun::result).map(Unlike::settings).toList());
  }

  /** The values of each name; a map without the name has an unset one. */
  private static SortedMap<String, Set<String>> gathered(List<SortedMap<String, String>> all) {
    Set<String> names =
        all.stream().flatMap(one -> one.keySet().stream()).collect(Collectors.toSet());
    SortedMap<String, Set<String>> values = new TreeMap<>();
    for (String name : names) {
      values.put(
          name,
          all.stream()
              .map(one -> one.getOrDefault(name, UNSET))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return values;
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
