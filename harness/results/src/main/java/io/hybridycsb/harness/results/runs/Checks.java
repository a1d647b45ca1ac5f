package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult.Recorded;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What was checked of a system, by its results.
 *
 * @param incorrect how many of its runs failed for correctness
 * @param audit whether an audit has passed
 * @param recorded whether servers have recorded what was acknowledged
 * @param history whether clients' histories keep to what it promises
 */
public record Checks(int incorrect, Mark audit, Mark recorded, Mark history) {
  /** What is known. */
  public enum Mark {
    YES("✓"),
    NO("✗"),
    UNKNOWN("–");

    private final String sign;

    Mark(String sign) {
      this.sign = sign;
    }

    @Override
    public String toString() {
      return sign;
    }
  }

  private static final String PASSED = "passed";

  /**
   * Of a point, whose counted runs must all have passed.
   *
   * @param ofSystem all of the system's runs: wrong ones count, and a history that was checked
   *     while a process died
   */
  public static Checks of(MeasuredPoint point, List<MeasuredRun> ofSystem) {
    return new Checks(
        (int) ofSystem.stream().filter(run -> run.result().incorrect()).count(),
        all(point, recorded -> recorded.audit().startsWith(PASSED)),
        all(point, recorded -> recorded.notCompared().isEmpty() && !recorded.servers().isEmpty()),
        history(ofSystem));
  }

  /** A run that fails a check doesn't count, and is among the incorrect ones. */
  private static Mark all(MeasuredPoint point, Predicate<Recorded> passed) {
    List<MeasuredRun> counted = point.counted();
    return !counted.isEmpty()
            && counted.stream()
                .allMatch(run -> run.result().phases().recorded().filter(passed).isPresent())
        ? Mark.YES
        : Mark.UNKNOWN;
  }

  private static Mark history(List<MeasuredRun> runs) {
    List<MeasuredRun> checked =
        runs.stream().filter(run -> run.counter(Counters.BROKEN).isPresent()).toList();
    if (checked.stream().anyMatch(run -> run.counter(Counters.BROKEN).getAsDouble() > 0)) {
      return Mark.NO;
    }
    boolean decided =
        checked.stream()
            .allMatch(run -> run.counter(Counters.UNDECIDED).equals(OptionalDouble.of(0)));
    return checked.isEmpty() || !decided ? Mark.UNKNOWN : Mark.YES;
  }
}
