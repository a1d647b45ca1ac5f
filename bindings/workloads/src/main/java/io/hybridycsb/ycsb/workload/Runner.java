package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.TransactionType.Body;
import io.hybridycsb.ycsb.workload.TransactionType.Course;
import io.hybridycsb.ycsb.workload.TransactionType.Effect;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/** Runs and measures the transactions of one of YCSB's threads. */
final class Runner {
  /** Its rules forbid the transaction, such as for want of money. Nothing has changed. */
  static final Status REFUSED = new Status("REFUSED", "The transaction's own rules forbid it.");

  private final Measurements measurements = Measurements.getMeasurements();
  private final Transactions transactions;
  private final Mix mix;
  private final Names names;
  private final int retries;

  /**
   * @param names of what is measured
   * @param retries how often an aborted database transaction is made anew
   */
  Runner(Transactions transactions, Mix mix, Names names, int retries) {
    this.transactions = transactions;
    this.mix = mix;
    this.names = names;
    this.retries = retries;
  }

  /** Runs a transaction to its end. */
  void run(TransactionType type, Course course) {
    long intendedNs = measurements.getIntendedtartTimeNs();
    long begunNs = System.nanoTime();
    Status status = course.run(body -> commit(type, body));
    mix.ended(type);
    measure("TRANSACTION", status, begunNs, intendedNs);
    measure(type.name(), status, begunNs, intendedNs);
  }

  private Status commit(TransactionType type, Body body) {
    Status status = Statuses.ABORTED;
    for (int attempt = 0; attempt <= retries && status.equals(Statuses.ABORTED); attempt++) {
      long begunNs = System.nanoTime();
      status = attempt(type, body, attempt > 0);
      measure("ATTEMPT", status, begunNs, begunNs);
    }
    return status;
  }

  private Status attempt(TransactionType type, Body body, boolean isRetry) {
    Effect effect = Effect.NONE;
    Status status;
    try {
      Transaction transaction = transactions.begin();
      effect = body.readAndWrite(transaction);
      status = transaction.commit();
    } catch (RuntimeException | Error e) {
      status = transactions.failure(e);
    }
    type.tally().add(status, effect.change());
    mix.attempted(type, status, isRetry);
    return status.isOk() && effect.refused() ? REFUSED : status;
  }

  private void measure(String kind, Status status, long begunNs, long intendedNs) {
    long now = System.nanoTime();
    String measured = names.of(kind, status);
    measurements.measure(measured, (int) ((now - begunNs) / 1000));
    measurements.measureIntended(measured, (int) ((now - intendedNs) / 1000));
    measurements.reportStatus(kind, status);
  }
}
