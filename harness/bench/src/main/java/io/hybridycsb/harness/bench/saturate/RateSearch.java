package io.hybridycsb.harness.bench.saturate;

import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Looks for the highest rate that is held, by trials of one rate each.
 *
 * <pre>
 * highest held   lowest not held   next trial
 * none           none              the capacity
 * none           some              a half of it, then an eighth, then a sixty-fourth: the floor
 * none           the floor         none: no rate is held
 * some           none              a quarter more, at most the ceiling, which is twice the capacity
 * some           some              between them, unless they are within 5 % of each other
 * some           within 5 %        the highest held once more, which confirms it
 * confirmed                        none: it is the answer
 * </pre>
 *
 * A rate that isn't held when it is tried once more is one that isn't held, and the search goes on
 * below it.
 */
public final class RateSearch {
  /** More than a search takes, unless rates are held once and then not. */
  public static final int TRIALS_MAX = 20;

  /** How far the lowest rate not held may be above the answer, as a share of the answer. */
  public static final double PRECISION = 0.05;

  private static final double UP = 1.25;
  private static final int CEILING_TIMES = 2;
  private static final int FLOOR_PART = 64;

  /** Rates above this are rounded to three digits. */
  private static final long ROUND_ABOVE = 1000;

  private final long first;
  private final long floor;
  private final long ceiling;
  private final NavigableSet<Long> held = new TreeSet<>();
  private OptionalLong notHeld = OptionalLong.empty();
  private OptionalLong answer = OptionalLong.empty();
  private long down = 2;
  private int trials;

  /**
   * @param capacity operations per second, around which the search begins
   * @param least the least rate that can be offered, at least 1
   */
  public RateSearch(double capacity, long least) {
    this.first = Math.max(least, rounded(capacity));
    this.floor = Math.max(least, rounded(capacity / FLOOR_PART));
    this.ceiling = CEILING_TIMES * first;
  }

  /**
   * A rate to offer.
   *
   * @param confirming whether it was held before
   */
  public record Trial(long perSecond, boolean confirming) {}

  /** Which rate to offer next; empty at the end of the search. */
  public Optional<Trial> next() {
    if (answer.isPresent() || trials == TRIALS_MAX || isNoneHeld()) {
      return Optional.empty();
    }
    long rate = untried();
    return Optional.of(rate > 0 ? new Trial(rate, false) : new Trial(held.last(), true));
  }

  /** The next rate that wasn't offered yet; 0 if the highest rate held is known closely enough. */
  private long untried() {
    if (held.isEmpty()) {
      return notHeld.isEmpty()
          ? first
          : Math.max(floor, rounded((double) notHeld.getAsLong() / down));
    }
    long low = held.last();
    if (notHeld.isEmpty()) {
      return low == ceiling ? 0 : Math.min(ceiling, Math.max(low + 1, rounded(low * UP)));
    }
    long high = notHeld.getAsLong();
    if (high - low <= Math.max(1, PRECISION * low)) {
      return 0;
    }
    return Math.max(low + 1, rounded(Math.sqrt((double) low * high)));
  }

  /** Takes what came of the trial that was next. */
  public void add(Trial trial, boolean wasHeld) {
    trials++;
    long rate = trial.perSecond();
    if (!wasHeld) {
      down = held.isEmpty() && notHeld.isPresent() ? 2 * down : 2;
      held.remove(rate);
      notHeld = OptionalLong.of(rate);
    } else if (trial.confirming()) {
      answer = OptionalLong.of(rate);
    } else {
      held.add(rate);
    }
  }

  private boolean isNoneHeld() {
    return held.isEmpty() && notHeld.isPresent() && notHeld.getAsLong() <= floor;
  }

  /** The highest rate that was held twice; empty if there is none, or none yet. */
  public OptionalLong answer() {
    return answer;
  }

  /** The lowest rate that was not held; empty if all were. */
  public OptionalLong lowestNotHeld() {
    return notHeld;
  }

  private static long rounded(double rate) {
    long unit = 1;
    while (rate / unit >= ROUND_ABOVE) {
      unit *= 10;
    }
    return (long) (rate / unit) * unit;
  }
}
