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
  /** The least share of operations that have to be committed. */
  static final double SHARE_MIN = 0.99;

  /**
   * Why a rate was not held, in words; empty if it was.
   *
   * <p>When counting begins and ends, each client may have an operation under way, or be about to
   * send one. So one operation for each client may be missing.
   *
   * @param due operations that should have been sent in the counted time
   * @param clients threads that sent them
   * @param answered operations with any outcome
   * @param committed those of them that were committed
   * @param p99 of the committed ones, in milliseconds
   */
  String reasonAgainst(double due, int clients, long answered, long committed, double p99) {
    List<String> reasons = new ArrayList<>();
    if (committed < SHARE_MIN * answered) {
      reasons.add(percent(answered - committed, answered) + " of the operations did not commit");
    }
    if (answered + clients < SHARE_MIN * due) {
      reasons.add("only " + percent(answered, due) + " of what was offered was done");
    }
    if (p99 > p99Ms) {
      reasons.add("p99 above " + ms(p99Ms));
    }
    return String.join(", ", reasons);
  }

  private static String percent(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part / whole);
  }

  /** Milliseconds in words, with decimals where they are few. */
  public static String ms(double ms) {
    return String.format(Locale.ROOT, ms < 1 ? "%.2f ms" : ms < 100 ? "%.1f ms" : "%,.0f ms", ms);
  }
}
