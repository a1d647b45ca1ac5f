package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The two halves of the counted part of a run, which differ little where the run is steady. */
public record Halves(Stretch first, Stretch second) {
  /** By how much a half may differ from the other one. */
  static final double BOUND = 0.10;

  /**
   * In less than this, two halves differ by chance too often. The halves of a run of eight seconds,
   * which are four seconds within half a second, are longer.
   */
  static final double SECONDS_MIN = 3.5;

  /** A warning if throughput, unless it is given as a rate, or CPU time per operation differ. */
  public Optional<RunWarning> drift(RunSettings run) {
    if (first.operations() <= 0
        || second.operations() <= 0
        || Math.min(first.seconds(), second.seconds()) < SECONDS_MIN) {
      return Optional.empty();
    }
    double bound =
        SteadyState.bound(
            BOUND, run.intensity(), Math.min(first.operations(), second.operations()));
    List<String> changes = new ArrayList<>();
    if (run.isClosedLoop()) {
      change("throughput", first.perSecond(), second.perSecond(), "operations/s", bound)
          .ifPresent(changes::add);
    }
    change(
            "CPU time per operation",
            first.cpuMsPerOperation(),
            second.cpuMsPerOperation(),
            "ms",
            bound)
        .ifPresent(changes::add);
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of(Kind.DRIFT.of(String.join(", ", changes)));
  }

  private static Optional<String> change(
      String what, double was, double is, String unit, double bound) {
    double share = is / was - 1;
    return was <= 0 || Math.abs(share) <= bound
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s %s by %.0f %% (from %s to %s %s)",
                what,
                share < 0 ? "fell" : "rose",
                100 * Math.abs(share),
                number(was),
                number(is),
                unit));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.3g", value);
  }
}
