package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What was measured at a place.
 *
 * @param sample its repeats
 * @param runs all that it rests on, those of a baseline too
 * @param onlyOne whether it was to be the best of several, and there are no others
 */
record Measurement(
    MeasuredExperiment experiment,
    ClaimMetric metric,
    MeasuredPoint point,
    Sample sample,
    List<MeasuredRun> runs,
    boolean onlyOne) {
  /** The same as the best, though there are no others. */
  Measurement asOnlyOne() {
    return new Measurement(experiment, metric, point, sample, runs, true);
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
    if (onlyOne) {
      doubts.add("the best of one");
    }
    return doubts;
  }
}
