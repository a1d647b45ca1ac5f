package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.MeasuredRun;
import io.hybridycsb.harness.report.runs.Metric;
import java.util.OptionalDouble;

/** How many times as long as the experiment's baseline a system takes for the same operations. */
final class Overhead {
  static final String ID = "overhead";

  private final MeasuredExperiment experiment;
  private final String baseline;

  private Overhead(MeasuredExperiment experiment, String baseline) {
    this.experiment = experiment;
    this.baseline = baseline;
  }

  static Metric over(String baseline, MeasuredExperiment experiment) {
    return new Metric(
        ID,
        "Overhead",
        "times " + baseline + "'s time for an operation",
        "runtime_overhead",
        new Overhead(experiment, baseline)::of);
  }

  /** Empty for the baseline itself, and where that or the system has no rate. */
  private OptionalDouble of(MeasuredRun run) {
    OptionalDouble own = perSecond(run);
    OptionalDouble its =
        experiment.points().stream()
            .filter(point -> point.system().equals(baseline))
            .filter(point -> point.varied().equals(run.result().identity().varied()))
            .flatMap(point -> point.counted().stream())
            .map(Overhead::perSecond)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .average();
    boolean isBaseline = run.result().identity().system().equals(baseline);
    return isBaseline || own.isEmpty() || its.isEmpty() || own.getAsDouble() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(its.getAsDouble() / own.getAsDouble());
  }

  /** What was committed; of what was only accepted, what servers have recorded meanwhile. */
  private static OptionalDouble perSecond(MeasuredRun run) {
    return run.result().onlyAccepted() ? run.recordedPerSecond() : run.committedPerSecond();
  }
}
