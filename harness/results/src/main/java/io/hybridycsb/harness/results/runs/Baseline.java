package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Spread;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The system with which an experiment compares the others. It stands at the number of clients with
 * which it does most: with too many, transactions abort.
 *
 * <p>Transactions that their own rules forbid were executed, too: the further a database has come,
 * the more there are, and the quicker one would seem slower. Servers that only accept don't record
 * these, so there neither side has them.
 */
public record Baseline(MeasuredExperiment experiment, String system) {
  private static final String CLIENTS = "clients";

  /** What another system did in a second, to be compared. */
  public static OptionalDouble rateOf(MeasuredRun other) {
    return other.result().onlyAccepted() ? other.recordedPerSecond() : other.executedPerSecond();
  }

  /** What the baseline did in a second, to be compared with a run. */
  public static OptionalDouble rate(MeasuredRun ofBaseline, MeasuredRun other) {
    return other.result().onlyAccepted()
        ? ofBaseline.committedPerSecond()
        : ofBaseline.executedPerSecond();
  }

  /** The baseline's point to compare a run with; empty if the run is its own, or it has none. */
  public Optional<MeasuredPoint> beside(MeasuredRun other) {
    return experiment.pointsOf(system).stream()
        .filter(point -> !system.equals(other.system()))
        .filter(point -> isSameButClients(point.varied(), other.varied()))
        .filter(point -> mean(point, other).isPresent())
        .max(Comparator.comparingDouble(point -> mean(point, other).getAsDouble()));
  }

  /** The mean of the baseline's repeats at a point. */
  public static OptionalDouble mean(MeasuredPoint point, MeasuredRun other) {
    return point.spread(run -> rate(run, other)).stream().mapToDouble(Spread::mean).findFirst();
  }

  private static boolean isSameButClients(Map<String, String> point, Map<String, String> varied) {
    return varied.entrySet().stream()
        .filter(setting -> !setting.getKey().equals(CLIENTS))
        .allMatch(setting -> setting.getValue().equals(point.get(setting.getKey())));
  }
}
