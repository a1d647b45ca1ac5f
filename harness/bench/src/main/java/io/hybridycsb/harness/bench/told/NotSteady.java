package io.hybridycsb.harness.bench.told;

import io.hybridycsb.harness.bench.steady.SteadyState;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Why the warm-up of a run has ended before the run was steady, in words. */
public final class NotSteady {
  /** Other programs that take less of a core disturb little. */
  private static final double CORES_MIN = 0.2;

  private NotSteady() {}

  /**
   * What was seen in the last window.
   *
   * @param othersCores how many cores other programs kept busy; empty if unknown
   * @param cores of this machine
   */
  public static String why(WarmUp warmUp, OptionalDouble othersCores, int cores) {
    List<WarmUpWindow> windows = warmUp.windows();
    if (windows.size() < WarmUp.WINDOWS_MIN) {
      return "%.0f s are too few to tell".formatted(warmUp.seconds());
    }
    WarmUpWindow last = windows.get(windows.size() - 1);
    WarmUpWindow before = windows.get(windows.size() - 2);
    List<String> reasons = new ArrayList<>();
    String seconds = String.format(Locale.ROOT, "%.0f s", last.toSecond() - last.fromSecond());
    reasons.add(
        "in its last %s %s and %s"
            .formatted(
                seconds,
                change("throughput", SteadyState.perSecond(before), SteadyState.perSecond(last)),
                change(
                    "CPU time per operation",
                    before.cpuMsPerOperation(),
                    last.cpuMsPerOperation())));
    reasons.add(
        String.format(
            Locale.ROOT,
            "the JVMs' compilers took %.0f %% of the CPU time",
            100 * SteadyState.compilerShare(last)));
    othersCores.stream()
        .filter(others -> others >= CORES_MIN)
        .forEach(
            others ->
                reasons.add(
                    String.format(
                        Locale.ROOT, "other programs kept %.1f of %d cores busy", others, cores)));
    return String.join("; ", reasons);
  }

  private static String change(String what, double was, double is) {
    double change = 100 * (is / was - 1);
    if (!Double.isFinite(change)) {
      return what + " is not known";
    }
    long percent = Math.round(change);
    if (percent == 0) {
      return what + " hardly changed";
    }
    return "%s %s by %d %%".formatted(what, percent < 0 ? "fell" : "rose", Math.abs(percent));
  }
}
