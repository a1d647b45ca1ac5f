package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.TransactionType.Body;
import io.hybridycsb.ycsb.workload.TransactionType.Course;
import io.hybridycsb.ycsb.workload.TransactionType.Effect;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import site.ycsb.Status;

/** Runs the transactions of one of YCSB's threads as reads and writes of records. */
final class BodyRunner implements Runner {
  private final Transactions transactions;
  private final Outcomes outcomes;
  private final int retries;

  /**
   * @param retries how often an aborted database transaction is made anew
   */
  BodyRunner(Transactions transactions, Outcomes outcomes, int retries) {
    this.transactions = transactions;
    this.outcomes = outcomes;
    this.retries = retries;
  }

  @Override
  public void run(TransactionType type, Course course) {
    long intendedNs = outcomes.intendedNs();
    long begunNs = System.nanoTime();
    Status status = course.run(body -> commit(type, body));
    outcomes.ended(type, status, begunNs, intendedNs);
  }

  private Status commit(TransactionType type, Body body) {
    Status status = Statuses.ABORTED;
    for (int attempt = 0; attempt <= retries && status.equals(Statuses.ABORTED); attempt++) {
      status = attempt(type, body, attempt > 0);
    }
    return status;
  }

  private Status attempt(TransactionType type, Body body, boolean isRetry) {
    long begunNs = System.nanoTime();
    Effect effect = Effect.NONE;
    Status status;
    Optional<CompletableFuture<Status>> decision = Optional.empty();
    try {
      Transaction transaction = transactions.begin();
      effect = body.readAndWrite(transaction);
      status = transaction.commit();
      if (status.equals(Status.BATCHED_OK)) {
        decision = transaction.decision();
      }
    } catch (RuntimeException | Error e) {
      status = transactions.failure(e);
    }
    Status shown = outcomes.attempted(type, status, effect, isRetry, begunNs);
    long change = effect.change();
    decision.ifPresent(
        decided -> decided.thenAccept(known -> outcomes.decided(type, change, known, change)));
    return shown;
  }
}
