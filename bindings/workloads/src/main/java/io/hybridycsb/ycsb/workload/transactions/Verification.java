package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.workload.transactions.Invariant.Finding;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether all records are what they must be after a run. A lost update, a transaction done half or
 * twice, or one called aborted that was committed, breaks the workload's invariant.
 *
 * <p>A verification that could hardly fail has no score. Each verified number is judged by the
 * transactions that change it. There is no score if more of them are of unknown outcome than are
 * known to be committed, or if more than one in ten were only accepted.
 *
 * <p>The anomaly score is that of Dey, Fekete, Nambiar and Röhm, "YCSB+T", 2014: by how much the
 * records are wrong, for each transaction that has ended, however.
 */
record Verification(String name, Invariant invariant, Mix mix) {
  /** For transactions of unknown outcome: until then they may still be committed. */
  private static final long SETTLING_NS = TimeUnit.SECONDS.toNanos(30);

  private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

  /** Of so many transactions one may be accepted whose outcome nobody tells. */
  private static final int PER_ACCEPTED = 10;

  /**
   * Reads the records and prints lines as YCSB's.
   *
   * @return what is wrong, or that nobody could tell; empty if all is right
   */
  Optional<String> print(Readers readers, PrintStream out) {
    Finding finding = settled(readers);
    finding.numbers().forEach((what, number) -> print(out, what, number));
    print(out, "Unknown", mix.unknown());
    Optional<String> unknown = finding.wrong() == 0 ? hardlyKnown() : Optional.empty();
    if (unknown.isPresent()) {
      String verdict = "not verified: " + unknown.get();
      out.println("[VERIFICATION], " + verdict);
      return Optional.of(
          "%s: %s; wait for commits, or give transaction.verify=false".formatted(name, verdict));
    }
    print(out, "AnomalyScore", score(finding.wrong()));
    return finding.wrong() == 0
        ? Optional.empty()
        : Optional.of(
            "%s: verification failed: %s; transactions were lost, or done in part or twice"
                .formatted(name, finding.reason()));
  }

  private static void print(PrintStream out, String what, Number number) {
    out.println("[VERIFICATION], " + what + ", " + number);
  }

  /** Of which number too little is known; empty if of none. */
  private Optional<String> hardlyKnown() {
    return invariant.tallies().entrySet().stream()
        .filter(each -> isHardlyKnown(each.getValue()))
        .map(each -> text(each.getKey(), each.getValue()))
        .findFirst();
  }

  private static boolean isHardlyKnown(Tally tally) {
    return tally.unknownChanges() > tally.committedChanges()
        || tally.acceptedChanges() * PER_ACCEPTED > all(tally);
  }

  private static long all(Tally tally) {
    return tally.committedChanges() + tally.unknownChanges();
  }

  private static String text(String number, Tally tally) {
    return "of %,d transactions that change %s, %,d are of unknown outcome, %,d of them accepted"
        .formatted(all(tally), number, tally.unknownChanges(), tally.acceptedChanges());
  }

  private double score(long wrong) {
    return Math.abs((double) wrong) / Math.max(1, mix.ended());
  }

  /** What is wrong may become right as long as outcomes are open; then it is read again. */
  private Finding settled(Readers readers) {
    long ends = System.nanoTime() + SETTLING_NS;
    while (true) {
      boolean isLast = mix.unknown() == 0 || System.nanoTime() - ends >= 0;
      Finding finding = invariant.check(readers);
      if (finding.wrong() == 0 || isLast) {
        return finding;
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }
}
