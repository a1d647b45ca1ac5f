package io.hybridycsb.ycsb.workload;

import site.ycsb.Status;

/** Measures and counts the transactions of one of YCSB's threads, and the attempts at them. */
record Outcomes(Mix mix, Measured measured) {
  /** Its rules forbid the transaction, such as for want of money. Nothing has changed. */
  static final Status REFUSED = new Status("REFUSED", "The transaction's own rules forbid it.");

  /** When the transaction should have begun, by YCSB's target. */
  long intendedNs() {
    return measured.intendedNs();
  }

  /**
   * An attempt at a database transaction has ended.
   *
   * @param refused whether the transaction's own rules forbid it
   * @return its status
   */
  Status attempted(
      TransactionType type, Status status, boolean refused, boolean isRetry, long begunNs) {
    mix.attempted(type, status, isRetry);
    Status shown = status.isOk() && refused ? REFUSED : status;
    measured.ended("ATTEMPT", shown, begunNs, begunNs);
    return shown;
  }

  /** A transaction has ended. */
  void ended(TransactionType type, Status status, long begunNs, long intendedNs) {
    mix.ended(type);
    measured.ended("TRANSACTION", status, begunNs, intendedNs);
    measured.ended(type.name(), status, begunNs, intendedNs);
  }
}
