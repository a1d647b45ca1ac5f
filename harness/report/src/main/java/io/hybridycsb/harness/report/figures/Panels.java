package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Groups points into charts: the points of a chart differ only in system and x. */
final class Panels {
  private Panels() {}

  /** The points of each panel; panels are in the order of their dimensions' values. */
  static List<List<MeasuredPoint>> of(MeasuredExperiment experiment) {
    Map<List<Integer>, List<MeasuredPoint>> panels =
        new TreeMap<>(
            (a, b) -> Arrays.compare(a.toArray(Integer[]::new), b.toArray(Integer[]::new)));
    for (MeasuredPoint point : experiment.points()) {
      List<Integer> key = new ArrayList<>();
      others(experiment)
          .forEach(
              dimension ->
                  key.add(dimension.values().indexOf(point.varied().get(dimension.name()))));
      panels.computeIfAbsent(key, k -> new ArrayList<>()).add(point);
    }
    return List.copyOf(panels.values());
  }

  /** The name of a point's panel; empty if there is only one. */
  static String name(MeasuredExperiment experiment, MeasuredPoint point) {
    return others(experiment).stream()
        .map(
            dimension ->
                dimension.label() + " " + point.varied().getOrDefault(dimension.name(), "none"))
        .collect(Collectors.joining(", "));
  }

  /** A text as a portable file name. */
  static String fileName(String text) {
    return text.toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9.]+", "-")
        .replaceAll("^[-.]+|[-.]+$", "");
  }

  private static List<Dimension> others(MeasuredExperiment experiment) {
    return experiment.dimensions().stream().skip(1).toList();
  }
}
