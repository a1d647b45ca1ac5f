package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Proofs;
import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import io.hybridycsb.ycsb.support.ProvableReads.Proven;
import io.hybridycsb.ycsb.workload.transactions.Measured;
import io.hybridycsb.ycsb.workload.verified.VerifiedSettings.Mode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * Reads with proofs: at once, or later in threads of its own. Beside them an auditor asks every so
 * often whether the ledger continues the one that it has seen.
 */
final class Prover {
  private static final String READ = "READ";
  private static final String HISTORY = "HISTORY";
  private static final String VERIFY = "VERIFY";
  private static final String AUDIT = "AUDIT";

  /** For what is due at the end. */
  private static final long END_MS = 60_000;

  private final PropertySet.Values settings;
  private final Measured measured;
  private final Past past;
  private final DueAnswers due;
  private final ProofCosts ofNewest = new ProofCosts("PROOFS-OF-NEWEST");
  private final ProofCosts ofPast = new ProofCosts("PROOFS-OF-PAST");
  private final ProofCosts ofConsistency = new ProofCosts("PROOFS-OF-CONSISTENCY");
  private final List<Beside> verifiers = new ArrayList<>();
  private final List<Beside> auditors = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicLong deferred = new AtomicLong();
  private final AtomicLong settled = new AtomicLong();
  private final AtomicReference<String> disproof = new AtomicReference<>();
  private final AtomicReference<String> wrong = new AtomicReference<>();
  private final AtomicLong falsified = new AtomicLong();
  private final AtomicReference<String> falsehood = new AtomicReference<>();
  private final AtomicReference<String> inconsistent = new AtomicReference<>();

  Prover(PropertySet.Values settings, Measured measured, Past past) {
    this.settings = settings;
    this.measured = measured;
    this.past = past;
    due =
        new DueAnswers(
            settings.get(VerifiedSettings.DELAY_MS), settings.get(VerifiedSettings.BATCH));
  }

  /**
   * Starts the threads.
   *
   * @param ycsb its properties, for their bindings
   * @throws FailedOperation if a binding can't begin
   */
  void start(Properties ycsb) {
    if (settings.get(VerifiedSettings.PROOFS) == Mode.DEFERRED) {
      for (int i = 1; i <= settings.get(VerifiedSettings.VERIFIERS); i++) {
        verifiers.add(Beside.start("verifier " + i, ycsb, this::verifyWhatIsDue));
      }
    }
    if (settings.get(VerifiedSettings.PROOFS) != Mode.OFF
        && settings.get(VerifiedSettings.AUDIT_MS) > 0) {
      auditors.add(Beside.start("auditor", ycsb, this::audit));
    }
  }

  /** Reads the newest, and verifies it now or later. */
  void readNewest(Proofs proofs, String table, String key) {
    if (settings.get(VerifiedSettings.PROOFS) == Mode.ONLINE) {
      read(
          READ,
          proofs,
          () -> {
            Proven proven = ofNewest.counted(() -> proofs.reads().verifiedGet(table, key));
            proven.answers().forEach(past::add);
            return proven.answers().get(0);
          });
    } else {
      read(READ, proofs, () -> proofs.reads().get(table, key)).ifPresent(this::defer);
    }
  }

  private void defer(Answer answer) {
    deferred.incrementAndGet();
    try {
      due.add(answer);
    } catch (FailedOperation e) {
      wrong.compareAndSet(null, e.getMessage());
    }
  }

  /** Reads what was proven before once more. */
  void readAt(Proofs proofs, Past.Moment moment) {
    read(
        HISTORY,
        proofs,
        () -> {
          Proven proven = ofPast.counted(() -> proofs.reads().verifiedGetAt(moment.answer()));
          Answer answer = proven.answers().get(0);
          if (!moment.isSame(answer)) {
            throw new FailedOperation(
                Statuses.VERIFICATION_FAILED,
                "record %s of version %s is another one than was proven before"
                    .formatted(answer.key(), moment.answer().version()));
          }
          return answer;
        });
  }

  private Optional<Answer> read(String kind, Proofs proofs, Supplier<Answer> call) {
    long intendedNs = measured.intendedNs();
    long begunNs = System.nanoTime();
    Status status;
    Optional<Answer> answer = Optional.empty();
    try {
      answer = Optional.of(call.get());
      status = answer.get().fields().isPresent() ? Status.OK : Status.NOT_FOUND;
    } catch (RuntimeException | Error e) {
      status = proofs.failure(e);
      if (status.equals(Statuses.VERIFICATION_FAILED)) {
        falsified.incrementAndGet();
        falsehood.compareAndSet(null, e.getMessage());
      }
    }
    measured.ended(kind, status, begunNs, intendedNs);
    return answer;
  }

  private void verifyWhatIsDue(Proofs proofs) {
    for (List<Answer> batch = due.take(); !batch.isEmpty(); batch = due.take()) {
      verify(proofs, batch);
    }
  }

  /** Never throws an exception, so that its thread goes on: readers wait for these threads. */
  private void verify(Proofs proofs, List<Answer> batch) {
    long begunNs = System.nanoTime();
    Status status = Status.OK;
    try {
      Proven proven = ofNewest.counted(() -> proofs.reads().verify(batch));
      proven.answers().forEach(past::add);
      settled.addAndGet(proven.answers().size() + proven.withdrawn());
      if (proven.unproven().isPresent()) {
        String reason = proven.unproven().get();
        status = proofs.failure(new FailedOperation(Statuses.VERIFICATION_FAILED, reason));
        wrong.compareAndSet(null, reason);
      }
    } catch (RuntimeException | Error e) {
      status = proofs.failure(e);
      // A lie tells more than that no proof came.
      boolean isLie = status.equals(Statuses.VERIFICATION_FAILED);
      (isLie ? disproof : wrong).compareAndSet(null, e.getMessage());
    }
    measured.ended(VERIFY, status, begunNs, begunNs);
  }

  /** Asks before the run, every so often, and after it. */
  private void audit(Proofs proofs) {
    do {
      audit(proofs, false);
    } while (isPauseOver());
    audit(proofs, true);
  }

  /** The next audit makes up for one without an answer, but nothing for the last one. */
  private void audit(Proofs proofs, boolean isLast) {
    long begunNs = System.nanoTime();
    Status status = Status.OK;
    try {
      ofConsistency.counted(() -> new Proven(List.of(), 0, proofs.reads().verifyConsistency()));
    } catch (RuntimeException | Error e) {
      status = proofs.failure(e);
      if (isLast || status.equals(Statuses.VERIFICATION_FAILED)) {
        inconsistent.compareAndSet(null, e.getMessage());
      }
    }
    measured.ended(AUDIT, status, begunNs, begunNs);
  }

  /** False at the end of the run. */
  private boolean isPauseOver() {
    try {
      return !over.await(settings.get(VerifiedSettings.AUDIT_MS), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  /**
   * Verifies what is still due, ends the threads, and prints what proofs have cost.
   *
   * @return what is wrong, for people; empty if nothing is
   */
  Optional<String> end(PrintStream out) {
    due.end();
    long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MS);
    for (Beside verifier : verifiers) {
      if (!verifier.hasEnded(TimeUnit.NANOSECONDS.toMillis(ends - System.nanoTime()))) {
        verifier.interrupt();
      }
    }
    over.countDown();
    for (Beside auditor : auditors) {
      if (!auditor.hasEnded(END_MS)) {
        auditor.interrupt();
        inconsistent.compareAndSet(null, "it gets no answer any more");
      }
    }
    ofNewest.print(out);
    ofPast.print(out);
    ofConsistency.print(out);
    List<String> problems = new ArrayList<>();
    if (falsified.get() > 0) {
      problems.add(
          "%d reads failed their verification: %s".formatted(falsified.get(), falsehood.get()));
    }
    long unproven = deferred.get() - settled.get();
    if (unproven > 0) {
      String reason =
          Optional.ofNullable(disproof.get())
              .or(() -> Optional.ofNullable(wrong.get()))
              .orElse("no proof of them came in time");
      problems.add("%d reads are not proven: %s".formatted(unproven, reason));
    }
    Optional.ofNullable(inconsistent.get())
        .ifPresent(reason -> problems.add("the auditor: " + reason));
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }
}
