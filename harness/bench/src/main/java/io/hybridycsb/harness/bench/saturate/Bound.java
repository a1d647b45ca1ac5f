package io.hybridycsb.harness.bench.saturate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What it takes to hold a rate.
 *
 * @param p99Ms the longest that 99 of 100 operations may take, from when each should have been sent
 */
public record Bound(double p99Ms) {
  /** The least share of the operations due that have to be committed within the bound. */
  static final double SHARE_MIN = 0.99;

  /** Of how many standard deviations fewer operations than expected may have been due. */
  private static final double DEVIATIONS = 3;

  /**
   * Why a rate was not held, in words; empty if it was.
   *
   * <p>It was held if 99 % of the operations due were committed within the bound. An operation
   * without an answer counts as missed, unless it may be under way still.
   *
   * <p>It wasn't held either if the system falls behind: too few operations are done, and they take
   * longer and longer. Then the run has ended before the bound was reached.
   */
  String reasonAgainst(Outcome outcome) {
    List<String> reasons = new ArrayList<>();
    if (share(outcome, underWay(outcome)) < SHARE_MIN) {
      reasons.add(tooFew(outcome) + (mayBeChance(outcome) ? tooShort(outcome) : ""));
    }
    if (fallsBehind(outcome)) {
      reasons.add(
          "it falls behind: the median was %s in the first third of the run and %s in the last"
              .formatted(ms(outcome.medians().firstMs()), ms(outcome.medians().lastMs())));
    }
    return String.join("; ", reasons);
  }

  /**
   * What a rate that was held leaves open, in words. Empty if 99 % of the operations due were
   * committed within the bound even if none was under way at the end.
   */
  String reservation(Outcome outcome) {
    return within(outcome) < SHARE_MIN
        ? String.format(
            Locale.ROOT,
            "though %.1f %% of what was due was not answered: so many may have been under way",
            100 * missing(outcome, 0) / outcome.due())
        : "";
  }

  /** Which share of the operations due was committed within the bound, from 0 to 1. */
  double within(Outcome outcome) {
    return share(outcome, 0);
  }

  private static double share(Outcome outcome, double excused) {
    double all = outcome.answered() + missing(outcome, excused);
    return all > 0 ? outcome.within() / all : 0;
  }

  /** How many operations were due and not answered, but for so many that are excused. */
  private static double missing(Outcome outcome, double excused) {
    return Math.max(0, outcome.due() - outcome.answered() - excused);
  }

  /**
   * How many operations may be under way at the end: one of each client at most, and none longer
   * than the bound. They are twice the mean that follows from the rate and the mean latency
   * (Little, A proof for the queuing formula L = λW, Operations Research 9(3), 1961). Where a block
   * answers all that wait for it, the mean number is that in the middle between two blocks; the
   * most is twice that.
   */
  private double underWay(Outcome outcome) {
    double longestMs = Math.min(p99Ms, 2 * outcome.meanMs());
    return Math.min(outcome.clients(), outcome.perSecond() * longestMs / 1000);
  }

  /**
   * Whether the operations that are missing may not have been due.
   *
   * <p>Each client sends at regular times and begins at random. So from client to client one
   * operation more or less falls into a time, with a variance of 1/4 at most.
   */
  private boolean mayBeChance(Outcome outcome) {
    double byChance = DEVIATIONS * Math.sqrt(outcome.clients() / 4.0);
    return share(outcome, underWay(outcome) + byChance) >= SHARE_MIN;
  }

  /**
   * Whether more than 1 % of the operations due were left over, and the median grew by more than 1
   * % of the time meanwhile. It grows so where 1 % of the work stays in a queue. Either alone may
   * be chance: a block that was decided late, or a slow second.
   */
  private static boolean fallsBehind(Outcome outcome) {
    double grownMs = outcome.medians().lastMs() - outcome.medians().firstMs();
    double betweenMs = outcome.seconds() * 1000 * 2 / 3;
    return outcome.answered() < SHARE_MIN * outcome.due() && grownMs > (1 - SHARE_MIN) * betweenMs;
  }

  private static String tooShort(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "; that may be chance, as %.0f s are too short to tell at this rate: give more seconds, or"
            + " fewer clients",
        outcome.seconds());
  }

  private String tooFew(Outcome outcome) {
    double unanswered = missing(outcome, underWay(outcome));
    double all = outcome.answered() + unanswered;
    List<String> others = new ArrayList<>();
    add(others, outcome.committed() - outcome.within(), all, "was slower");
    add(others, outcome.answered() - outcome.committed(), all, "did not commit");
    add(others, unanswered, all, "was not answered");
    return String.format(
        Locale.ROOT,
        "only %.1f %% of what was due was committed within %s (%s)",
        Math.floor(1000 * share(outcome, underWay(outcome))) / 10,
        ms(p99Ms),
        String.join(", ", others));
  }

  private static void add(List<String> others, double part, double all, String what) {
    if (part > 0) {
      others.add(String.format(Locale.ROOT, "%.1f %% %s", 100 * part / all, what));
    }
  }

  /** Milliseconds in words, with decimals where they are few. */
  public static String ms(double ms) {
    return String.format(Locale.ROOT, ms < 1 ? "%.2f ms" : ms < 100 ? "%.1f ms" : "%,.0f ms", ms);
  }

  /**
   * What came of offering a rate, in operations of the workload, of which a read-modify-write is
   * one. Latencies count from when an operation should have been sent.
   *
   * @param perSecond operations that were offered
   * @param seconds the counted time
   * @param clients threads that sent them
   * @param answered operations with any outcome
   * @param committed those of them that were committed
   * @param within those of the committed that were within the bound
   * @param meanMs the mean latency of the committed
   */
  record Outcome(
      double perSecond,
      double seconds,
      int clients,
      long answered,
      long committed,
      double within,
      double meanMs,
      Medians medians) {

    /** Operations that should have been sent in the counted time. */
    double due() {
      return perSecond * seconds;
    }
  }

  /**
   * Median latencies; 0 if they aren't known.
   *
   * @param firstMs of the first third of the counted time
   * @param lastMs of the last third
   */
  record Medians(double firstMs, double lastMs) {}
}
