package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How many times as long as the experiment's baseline a system takes for the same operations. The
 * baseline is at the number of clients with which it does most. Transactions that their own rules
 * forbid were executed, too: the further a database has come, the more there are, and the quicker
 * one would seem slower. Servers that only accept don't record these, so there neither side has
 * them.
 */
record Overhead(MeasuredExperiment experiment, String baseline) {
  static final String ID = "overhead";
  private static final String CLIENTS = "clients";

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
            .filter(point -> isSameButClients(point.varied(), run.varied()))
            .map(point -> point.spread(its -> rate(its, onlyAccepted)))
            .flatMap(Optional::stream)
            .mapToDouble(Spread::mean)
            .max();
    boolean isBaseline = run.system().equals(baseline);
    return isBaseline || own.isEmpty() || baselineRate.isEmpty() || own.getAsDouble() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(baselineRate.getAsDouble() / own.getAsDouble());
  }

  private static OptionalDouble rate(MeasuredRun ofBaseline, boolean onlyAccepted) {
    return onlyAccepted ? ofBaseline.committedPerSecond() : ofBaseline.executedPerSecond();
  }

  /** A baseline stands at its own best number of clients: with too many, transactions abort. */
  private static boolean isSameButClients(
      Map<String, String> ofBaseline, Map<String, String> varied) {
    return varied.entrySet().stream()
        .filter(setting -> !setting.getKey().equals(CLIENTS))
        .allMatch(setting -> setting.getValue().equals(ofBaseline.get(setting.getKey())));
  }
}
