package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.system.Model;
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
  public static final Duration NO_LIMIT = Duration.ofDays(365);

  private final long configurationsMax;
  private final long timeMaxNs;
  private final long bytesMax;
  private final LongSupplier clock;
  private final long endNs;

  public LinearizabilityChecker() {
    this(DEFAULT_CONFIGURATIONS_MAX, DEFAULT_TIME_MAX);
  }

  /** A checker that searches one key at a time. */
  public LinearizabilityChecker(long configurationsMax, Duration timeMax) {
    this(configurationsMax, timeMax, NO_LIMIT, 1);
  }

  /**
   * The limits are for each key's search by itself, so that a hard key leaves the others theirs.
   *
   * @param configurationsMax a key's search ends undecided after so many configurations
   * @param timeMax a key's search ends undecided after this time
   * @param timeInAll from now on: searches that it cuts short end undecided; shrinking a
   *     counterexample is none of them
   * @param searches how many keys are searched at a time: together they take half of the heap
   */
  public LinearizabilityChecker(
      long configurationsMax, Duration timeMax, Duration timeInAll, int searches) {
    this(
        configurationsMax,
        timeMax,
        timeInAll,
        Runtime.getRuntime().maxMemory() / 2 / searches,
        System::nanoTime);
  }

  LinearizabilityChecker(
      long configurationsMax,
      Duration timeMax,
      Duration timeInAll,
      long bytesMax,
      LongSupplier clock) {
    this.configurationsMax = configurationsMax;
    this.timeMaxNs = timeMax.toNanos();
    this.bytesMax = bytesMax;
    this.clock = clock;
    this.endNs = clock.getAsLong() + timeInAll.toNanos();
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
      SearchResult result = decide(key, Model.LINEARIZABLE);
      switch (result.status()) {
        case HOLDS -> {}
        case VIOLATED -> {
          return Verdict.violated(counterexample(key, Model.LINEARIZABLE, List.of()).text());
        }
        case UNDECIDED -> undecided.add(entry.getKey() + " " + result);
      }
    }
    return undecided.isEmpty()
        ? Verdict.holds(
            "%d operations on %d keys are linearizable".formatted(history.size(), byKey.size()))
        : Verdict.undecided("given up at keys " + String.join(", ", undecided));
  }

  /** Searches an order of one key's operations. */
  public SearchResult decide(KeyHistory key, Model model) {
    long nowNs = clock.getAsLong();
    return key.search(model, limits(nowNs + Math.min(timeMaxNs, endNs - nowNs)));
  }

  private SearchLimits limits(long deadlineNs) {
    return new SearchLimits(configurationsMax, bytesMax, deadlineNs, clock);
  }

  /**
   * Shrinks a violation as far as the time of one search allows.
   *
   * @param withoutEffect failed writes on this key, for the explanation
   */
  public Counterexample counterexample(KeyHistory key, Model model, List<Operation> withoutEffect) {
    boolean needsAbsence =
        !key.isUnknownAtFirst() && decide(key.unknownAtFirst(), model) == SearchResult.EXPLAINED;
    SearchLimits limits = limits(clock.getAsLong() + timeMaxNs);
    KeyHistory small = new Shrinking(model, limits).shrink(key);
    return Counterexample.of(small, model, withoutEffect, needsAbsence);
  }
}
