package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.OptionalDouble;

/**
 * How many times as long as the experiment's baseline a system takes for the same operations.
 * Transactions that their own rules forbid were executed, too: the further a database has come, the
 * more there are, and the quicker one would seem slower. Servers that only accept don't record
 * these, so there neither side has them.
 */
record Overhead(MeasuredExperiment experiment, String baseline) {
  static final String ID = "overhead";

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
    boolean onlyAccepted = run.result().onlyAccepted();
    OptionalDouble own = onlyAccepted ? run.recordedPerSecond() : run.executedPerSecond();
    OptionalDouble baselineRate =
        experiment.points().stream()
            .filter(point -> point.system().equals(baseline))
            .filter(point -> point.varied().equals(run.varied()))
            .flatMap(point -> point.counted().stream())
            .map(its -> onlyAccepted ? its.committedPerSecond() : its.executedPerSecond())
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .average();
    boolean isBaseline = run.system().equals(baseline);
    return isBaseline || own.isEmpty() || baselineRate.isEmpty() || own.getAsDouble() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(baselineRate.getAsDouble() / own.getAsDouble());
  }
}
