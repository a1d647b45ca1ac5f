package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.runs.Dimension;
import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.MeasuredPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which points share a chart: those that differ in nothing but their system and x. */
final class Panels {
  private Panels() {}

  /** The points of each panel, the panels in the order of what tells them apart. */
  static List<List<MeasuredPoint>> of(MeasuredExperiment experiment) {
    Map<List<Integer>, List<MeasuredPoint>> panels = new TreeMap<>(Panels::compare);
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

  /** What tells a point's panel from others; empty if there is but one. */
  static String name(MeasuredExperiment experiment, MeasuredPoint point) {
    return others(experiment).stream()
        .map(
            dimension -> labelled(dimension, point.varied().getOrDefault(dimension.name(), "none")))
        .collect(Collectors.joining(", "));
  }

  private static String labelled(Dimension dimension, String value) {
    return dimension.label() + " " + value;
  }

  /** What can be the name of a file everywhere. */
  static String fileName(String text) {
    return text.toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9.]+", "-")
        .replaceAll("^[-.]+|[-.]+$", "");
  }

  private static List<Dimension> others(MeasuredExperiment experiment) {
    return experiment.dimensions().stream().skip(1).toList();
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < a.size(); i++) {
      int order = Integer.compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
