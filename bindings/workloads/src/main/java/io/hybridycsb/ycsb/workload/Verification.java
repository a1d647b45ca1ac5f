package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.workload.Invariant.Finding;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;

/**
 * Whether all records are what they must be after a run. A lost update, a transaction done half or
 * twice, or one called aborted that was committed, breaks the workload's invariant.
 *
 * <p>It says nothing if it could hardly fail: where, of the transactions that change what is
 * verified, more are of unknown outcome than are known to be committed. Then there is no score.
 *
 * <p>The anomaly score is that of Dey, Fekete, Nambiar and Röhm, "YCSB+T", 2014: by how much the
 * records are wrong, for each transaction.
 */
final class Verification {
  /** For transactions of unknown outcome: until then they may still be committed. */
  private static final long SETTLING_NS = TimeUnit.SECONDS.toNanos(30);

  private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

  private final String name;
  private final Plan plan;
  private final Mix mix;

  Verification(String name, Plan plan, Mix mix) {
    this.name = name;
    this.plan = plan;
    this.mix = mix;
  }

  /**
   * Reads the records and prints lines as YCSB's.
   *
   * @return what is wrong, or that nobody could tell; empty if all is right
   */
  Optional<String> print(Readers readers, PrintStream out) {
    Finding finding = settled(readers);
    finding.numbers().forEach((what, number) -> print(out, what, number));
    print(out, "Unknown", mix.unknown());
    if (finding.wrong() == 0 && isHardlyKnown()) {
      String verdict = "not verified: %,d outcomes unknown".formatted(mix.unknown());
      out.println("[VERIFICATION], " + verdict);
      return Optional.of(
          "%s: %s, more than are known; wait for commits, or give transaction.verify=false"
              .formatted(name, verdict));
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

  private boolean isHardlyKnown() {
    return sum(Tally::unknownChanges) > sum(Tally::committedChanges);
  }

  private long sum(ToLongFunction<Tally> changes) {
    return plan.tallies().stream().mapToLong(changes).sum();
  }

  private double score(long wrong) {
    return Math.abs((double) wrong) / Math.max(1, mix.committed() + mix.unknown());
  }

  /** What is wrong may become right as long as outcomes are open; then it is read again. */
  private Finding settled(Readers readers) {
    long ends = System.nanoTime() + SETTLING_NS;
    while (true) {
      boolean isLast = mix.unknown() == 0 || System.nanoTime() - ends >= 0;
      Finding finding = plan.invariant().check(readers);
      if (finding.wrong() == 0 || isLast) {
        return finding;
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }
}
