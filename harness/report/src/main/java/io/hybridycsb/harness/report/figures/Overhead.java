package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.runs.Baseline;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.OptionalDouble;

/**
 * How many times as long as the experiment's baseline a system takes for the same operations;
 * {@link Baseline} says which are compared.
 */
final class Overhead {
  static final String ID = "overhead";

  private Overhead() {}

  static Metric over(String baseline, MeasuredExperiment experiment) {
    return new Metric(
        ID,
        "Overhead",
        "times " + baseline + "'s time for an operation",
        "runtime_overhead",
        run -> of(run, new Baseline(experiment, baseline)));
  }

  /** Empty for the baseline itself, and where that or the system has no rate. */
  private static OptionalDouble of(MeasuredRun run, Baseline baseline) {
    OptionalDouble own = Baseline.rateOf(run);
    return own.isEmpty() || own.getAsDouble() == 0
        ? OptionalDouble.empty()
        : baseline.beside(run).stream()
            .mapToDouble(point -> Baseline.mean(point, run).getAsDouble() / own.getAsDouble())
            .findFirst();
  }
}
