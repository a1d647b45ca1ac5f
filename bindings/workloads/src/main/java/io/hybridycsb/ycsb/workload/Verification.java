package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Terminator;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether the total of all records is what it must be after a run. A lost update, a transaction
 * done half or twice, or one called aborted that was committed, changes it.
 *
 * <p>The anomaly score is that of Dey, Fekete, Nambiar and Röhm, "YCSB+T", 2014: by how much the
 * total is wrong, for each transaction.
 */
final class Verification {
  /** For transactions of unknown outcome: until then they may still be committed. */
  private static final long SETTLING_NS = TimeUnit.SECONDS.toNanos(30);

  private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

  private final String name;
  private final long before;
  private final Tally tally;

  Verification(String name, long before, Tally tally) {
    this.name = name;
    this.before = before;
    this.tally = tally;
  }

  /** Reads the total and prints lines as YCSB's; lets the process fail if it is wrong. */
  void print(Totals totals, PrintStream out, Terminator terminator) {
    long after = settled(totals);
    long wrong = wrongBy(after);
    out.println("[VERIFICATION], TotalBefore, " + before);
    out.println("[VERIFICATION], TotalAfter, " + after);
    out.println("[VERIFICATION], LeastExpected, " + (before + tally.least()));
    out.println("[VERIFICATION], MostExpected, " + (before + tally.most()));
    out.println("[VERIFICATION], Unknown, " + tally.unknown());
    out.println("[VERIFICATION], AnomalyScore, " + score(wrong));
    if (wrong != 0) {
      terminator.failAtEnd(
          "%s: verification failed: the total of all records is wrong by %,d; transactions were"
                  .formatted(name, wrong)
              + " lost, or done in part or twice");
    }
  }

  private double score(long wrong) {
    return Math.abs((double) wrong) / Math.max(1, tally.transactions() + tally.unknown());
  }

  private long settled(Totals totals) {
    long ends = System.nanoTime() + SETTLING_NS;
    long after = totals.read("after the run");
    while (tally.unknown() > 0 && wrongBy(after) != 0 && System.nanoTime() - ends < 0) {
      LockSupport.parkNanos(PAUSE_NS);
      after = totals.read("again, since outcomes are unknown");
    }
    return after;
  }

  /** How far the total is from what it may be. */
  private long wrongBy(long after) {
    long change = after - before;
    if (change < tally.least()) {
      return change - tally.least();
    }
    return Math.max(0, change - tally.most());
  }
}
