package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.transactions.Runners.Retries;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect.End;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Runs the transactions of one of YCSB's threads as calls of procedures. Some are handed over
 * together. What is aborted is called again, together with what else was aborted.
 */
final class CallRunner implements Runner {
  private final Transactions transactions;
  private final Procedures procedures;
  private final Outcomes outcomes;
  private final Retries retries;
  private final int batch;
  private final List<Begun> waiting = new ArrayList<>();
  private long left;

  /** A transaction that has not ended. */
  private record Begun(TransactionType type, Invocation invocation, long ns, long intendedNs) {}

  /**
   * @param batch transactions that are handed over together
   * @param transactions how many the thread will run, after which it hands over what there is; 0 if
   *     that isn't known
   */
  CallRunner(
      Transactions binding,
      Procedures procedures,
      Outcomes outcomes,
      Retries retries,
      int batch,
      long transactions) {
    this.transactions = binding;
    this.procedures = procedures;
    this.outcomes = outcomes;
    this.retries = retries;
    this.batch = batch;
    this.left = transactions;
  }

  @Override
  public void run(TransactionType type, Course course) {
    waiting.add(
        new Begun(
            type, course.invocation().orElseThrow(), System.nanoTime(), outcomes.intendedNs()));
    left--;
    if (waiting.size() == batch || left == 0) {
      List<Begun> aborted = List.copyOf(waiting);
      waiting.clear();
      for (int attempt = 0; !aborted.isEmpty(); attempt++) {
        aborted = attempt(aborted, attempt);
        if (!aborted.isEmpty()) {
          retries.backoff().pause(attempt);
        }
      }
    }
  }

  /** Calls all; returns those that are to be called again. */
  private List<Begun> attempt(List<Begun> all, int attempt) {
    long begunNs = System.nanoTime();
    List<ProcedureResult> results = call(all);
    List<Begun> aborted = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Begun each = all.get(i);
      ProcedureResult result = results.get(i);
      boolean isKnown = result.status().equals(Status.OK);
      long changeMost = each.invocation().changeMost();
      Effect effect = effect(result, isKnown ? result.value() : changeMost, changeMost);
      Status status =
          outcomes.attempted(
              each.type(), result.status(), Optional.of(effect), attempt > 0, begunNs);
      result
          .decision()
          .ifPresent(
              decision ->
                  decision.thenAccept(
                      known ->
                          outcomes.decided(
                              each.type(),
                              status,
                              effect.change(),
                              known.status(),
                              effect(known, known.value(), changeMost))));
      if (status.equals(Statuses.ABORTED) && attempt < retries.most()) {
        aborted.add(each);
      } else {
        outcomes.ended(each.type(), status, each.ns(), each.intendedNs());
      }
    }
    return aborted;
  }

  private static Effect effect(ProcedureResult result, long change, long changeMost) {
    return result.refused() ? Effect.REFUSED : new Effect(change, changeMost, End.COMMIT);
  }

  private List<ProcedureResult> call(List<Begun> all) {
    try {
      return procedures.call(all.stream().map(each -> each.invocation().call()).toList());
    } catch (RuntimeException | Error e) {
      return Collections.nCopies(all.size(), ProcedureResult.of(transactions.failure(e)));
    }
  }
}
