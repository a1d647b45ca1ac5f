package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was measured at a place.
 *
 * @param sample its repeats
 * @param runs all that it rests on, those of a baseline too
 * @param unsure why it may not be what the claim is about, for readers
 */
record Measurement(
    MeasuredExperiment experiment,
    ClaimMetric metric,
    MeasuredPoint point,
    Sample sample,
    List<MeasuredRun> runs,
    List<String> unsure) {
  /** The same with these further doubts. */
  Measurement unsure(List<String> further) {
    List<String> all = new ArrayList<>(unsure);
    all.addAll(further);
    return new Measurement(experiment, metric, point, sample, runs, List.copyOf(all));
  }

  String system() {
    return point.system();
  }

  /** Its value of what the experiment varies. */
  String at(String dimension) {
    return point.varied().getOrDefault(dimension, "");
  }

  /** Its system, then each value of what the experiment varies, for readers. */
  List<String> words() {
    return Place.words(point.system(), new TreeMap<>(point.varied()));
  }

  /** The figure that shows it. */
  String figure() {
    return ExperimentFigures.idOf(experiment, metric.metric(), point);
  }

  /** Why nothing can be decided by it, for readers; empty if it can. */
  List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    if (sample.runs() < 2) {
      doubts.add("single runs");
    }
    if (metric.dependsOnTime()
        && runs.stream().anyMatch(run -> run.steadiness() != Steadiness.STEADY)) {
      doubts.add("not seen steady");
    }
    if (runs.stream().anyMatch(MeasuredRun::isQuick)) {
      doubts.add("quick runs");
    }
    if (!areRepeats()) {
      doubts.add("repeats with different settings");
    }
    doubts.addAll(unsure);
    return doubts;
  }

  /** Whether all runs of a system were told to do the same: others are no repeats. */
  private boolean areRepeats() {
    Map<String, Set<Object>> bySystem = new TreeMap<>();
    for (MeasuredRun run : runs) {
      bySystem
          .computeIfAbsent(run.system(), unused -> new HashSet<>())
          .add(run.result().setup().settings());
    }
    return bySystem.values().stream().allMatch(settings -> settings.size() == 1);
  }
}
