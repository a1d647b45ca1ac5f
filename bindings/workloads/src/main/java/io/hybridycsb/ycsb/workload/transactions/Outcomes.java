package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import java.util.Optional;
import site.ycsb.Status;

/** Measures and counts the transactions of one of YCSB's threads, and the attempts at them. */
record Outcomes(Mix mix, Measured measured) {
  /** When the transaction should have begun, by YCSB's target. */
  long intendedNs() {
    return measured.intendedNs();
  }

  /**
   * An attempt at a database transaction has ended.
   *
   * @param effect what it does if it is committed; empty if it failed before its commit
   * @return its status
   */
  Status attempted(
      TransactionType type, Status status, Optional<Effect> effect, boolean isRetry, long begunNs) {
    effect.ifPresent(sent -> type.tally().add(status, sent.change(), sent.changeMost()));
    mix.attempted(type, status, effect.isPresent(), isRetry);
    Status shown =
        status.equals(Status.OK) && effect.map(Effect::refused).orElse(false)
            ? TransactionType.REFUSED
            : status;
    measured.ended("ATTEMPT", shown, begunNs, begunNs);
    return shown;
  }

  /**
   * What has become of an attempt of unknown outcome; in any thread.
   *
   * @param was the status that it ended with
   * @param supposed the change that it ended with
   * @param effect what it has really done if it is committed
   */
  void decided(TransactionType type, Status was, long supposed, Status status, Effect effect) {
    type.tally().decide(was, supposed, status, effect.change(), effect.changeMost());
    mix.decided(type, status);
  }

  /** A transaction has ended. */
  void ended(TransactionType type, Status status, long begunNs, long intendedNs) {
    mix.ended(type);
    measured.ended("TRANSACTION", status, begunNs, intendedNs);
    measured.ended(type.name(), status, begunNs, intendedNs);
  }
}
