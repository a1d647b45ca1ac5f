package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.transactions.Runners.Retries;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect.End;
import java.util.Optional;
import site.ycsb.Status;

/** Runs the transactions of one of YCSB's threads as reads and writes of records. */
record BodyRunner(Transactions transactions, Outcomes outcomes, Retries retries) implements Runner {
  @Override
  public void run(TransactionType type, Course course) {
    long intendedNs = outcomes.intendedNs();
    long begunNs = System.nanoTime();
    Status status = course.run(body -> commit(type, body));
    outcomes.ended(type, status, begunNs, intendedNs);
  }

  private Status commit(TransactionType type, Body body) {
    for (int attempt = 0; ; attempt++) {
      Status status = attempt(type, body, attempt > 0);
      if (!status.equals(Statuses.ABORTED) || attempt == retries.most()) {
        return status;
      }
      retries.backoff().pause(attempt);
    }
  }

  private Status attempt(TransactionType type, Body body, boolean isRetry) {
    long begunNs = System.nanoTime();
    Optional<Effect> effect = Optional.empty();
    Optional<Transaction> sent = Optional.empty();
    Status status;
    try {
      Transaction transaction = transactions.begin();
      Effect wanted = body.readAndWrite(transaction);
      effect = Optional.of(wanted);
      if (wanted.end() == End.ROLLED_BACK) {
        transaction.abort();
        status = Status.OK;
      } else {
        sent = Optional.of(transaction);
        status = transaction.commit();
      }
    } catch (RuntimeException | Error e) {
      status = transactions.failure(e);
    }
    Status ended = status;
    Effect done = effect.orElse(Effect.NONE);
    Status shown = outcomes.attempted(type, ended, effect, isRetry, begunNs);
    sent.ifPresent(
        open ->
            transactions.whenKnown(
                open, ended, known -> outcomes.decided(type, ended, done.change(), known, done)));
    return shown;
  }
}
