package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.RunLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All points of two results, A the baseline and B the candidate, in the order of reports. */
public record Comparison(Bounds bounds, List<ComparedPoint> points) {
  /**
   * Reads and compares two results, each a directory of results or a run's file.
   *
   * @throws UsageException if one of them isn't there, has no run, or has one that can't be read;
   *     or if they have no point in common
   */
  public static Comparison read(Path a, Path b, Bounds bounds) {
    Comparison comparison = of(runs(a), runs(b), bounds);
    if (comparison.points.stream().allMatch(Comparison::lonely)) {
      throw new UsageException(
          "%s and %s have no point in common: no run of the same experiment, system and varied"
                  .formatted(a, b)
              + " values");
    }
    return comparison;
  }

  private static List<MeasuredRun> runs(Path path) {
    RunLoader loaded = RunLoader.load(List.of(path));
    // Without it a point might be missing, or seem to be steadier than it is.
    if (!loaded.unread().isEmpty()) {
      throw new UsageException(loaded.unread().get(0));
    }
    MeasuredExperiment.of(loaded.runs()).forEach(MeasuredExperiment::requireOneBuildEach);
    return loaded.runs();
  }

  private static boolean lonely(ComparedPoint point) {
    return point.verdict() == Verdict.ONLY_IN_A || point.verdict() == Verdict.ONLY_IN_B;
  }

  static Comparison of(List<MeasuredRun> a, List<MeasuredRun> b, Bounds bounds) {
    Set<MeasuredRun> inA = new HashSet<>(a);
    List<MeasuredRun> all = new ArrayList<>(a);
    all.addAll(b);
    List<ComparedPoint> points = new ArrayList<>();
    for (MeasuredExperiment experiment : MeasuredExperiment.of(all)) {
      for (MeasuredPoint both : experiment.points()) {
        // A setting that one result varies and the other hasn't got makes them different points.
        both.runs().stream()
            .collect(
                Collectors.groupingBy(MeasuredRun::varied, LinkedHashMap::new, Collectors.toList()))
            .forEach(
                (varied, runs) ->
                    points.add(
                        ComparedPoint.of(
                            experiment.name(),
                            point(both, varied, runs.stream().filter(inA::contains).toList()),
                            point(
                                both,
                                varied,
                                runs.stream().filter(run -> !inA.contains(run)).toList()),
                            bounds)));
      }
    }
    double level =
        ComparedFigure.level(points.stream().flatMap(point -> point.figures().stream()).toList());
    return new Comparison(bounds, points.stream().map(point -> point.at(level)).toList());
  }

  private static MeasuredPoint point(
      MeasuredPoint like, Map<String, String> varied, List<MeasuredRun> runs) {
    return new MeasuredPoint(like.system(), varied, runs);
  }

  List<ComparedPoint> regressions() {
    return points.stream().filter(point -> point.verdict().regression()).toList();
  }

  List<ComparedPoint> with(Verdict verdict) {
    return points.stream().filter(point -> point.verdict() == verdict).toList();
  }

  /** How many changes are judged, so that the level of each is corrected. */
  long judged() {
    return points.stream()
        .flatMap(point -> point.figures().stream())
        .filter(figure -> figure.decides() && figure.ratio().isPresent())
        .count();
  }

  /** Whether B has a point that is worse than in A, or failed in B alone. */
  public boolean hasRegressions() {
    return !regressions().isEmpty();
  }
}
