package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Linearizability of records and registers (Herlihy and Wing, TOPLAS 1990): every operation takes
 * effect at one instant between its invocation and its answer. A history is linearizable if it is
 * so for each key, so keys are checked separately. Also checks the weaker {@link Model}s.
 */
public final class LinearizabilityChecker {
  private static final long DEFAULT_CONFIGURATIONS_MAX = 1_000_000;
  private static final Duration DEFAULT_TIME_MAX = Duration.ofMinutes(1);

  private final long configurationsMax;
  private final long timeMaxNs;
  private final LongSupplier clock;

  public LinearizabilityChecker() {
    this(DEFAULT_CONFIGURATIONS_MAX, DEFAULT_TIME_MAX);
  }

  /**
   * @param configurationsMax a key's search ends undecided after so many configurations
   * @param timeMax a key's search ends undecided after this time
   */
  public LinearizabilityChecker(long configurationsMax, Duration timeMax) {
    this(configurationsMax, timeMax, System::nanoTime);
  }

  LinearizabilityChecker(long configurationsMax, Duration timeMax, LongSupplier clock) {
    this.configurationsMax = configurationsMax;
    this.timeMaxNs = timeMax.toNanos();
    this.clock = clock;
  }

  /**
   * Checks a history whose keys are all absent at first. Violated if any key is; otherwise
   * undecided if any is.
   */
  public Verdict check(List<Operation> history) {
    Map<String, List<Operation>> byKey =
        history.stream()
            .collect(Collectors.groupingBy(Operation::key, TreeMap::new, Collectors.toList()));
    List<String> undecided = new ArrayList<>();
    for (Map.Entry<String, List<Operation>> entry : byKey.entrySet()) {
      KeyHistory key = KeyHistory.of(entry.getKey(), entry.getValue(), true);
      switch (decide(key, Model.LINEARIZABLE)) {
        case HOLDS -> {}
        case VIOLATED -> {
          return Verdict.violated(counterexample(key, Model.LINEARIZABLE, List.of()).text());
        }
        case UNDECIDED -> undecided.add(entry.getKey());
      }
    }
    return undecided.isEmpty()
        ? Verdict.holds(
            "%d operations on %d keys are linearizable".formatted(history.size(), byKey.size()))
        : Verdict.undecided(
            "given up after %d configurations or %d s at keys %s"
                .formatted(
                    configurationsMax, timeMaxNs / 1_000_000_000, String.join(", ", undecided)));
  }

  public Verdict.Status decide(KeyHistory key, Model model) {
    return switch (key.search(model, limits())) {
      case EXPLAINED -> Verdict.Status.HOLDS;
      case UNEXPLAINED -> Verdict.Status.VIOLATED;
      case GIVEN_UP -> Verdict.Status.UNDECIDED;
    };
  }

  private SearchLimits limits() {
    return new SearchLimits(configurationsMax, clock.getAsLong() + timeMaxNs, clock);
  }

  /**
   * Shrinks a violation as far as the time of one search allows.
   *
   * @param withoutEffect failed writes on this key, for the explanation
   */
  public Counterexample counterexample(KeyHistory key, Model model, List<Operation> withoutEffect) {
    return Counterexample.of(new Shrinking(model, limits()).shrink(key), model, withoutEffect);
  }
}
