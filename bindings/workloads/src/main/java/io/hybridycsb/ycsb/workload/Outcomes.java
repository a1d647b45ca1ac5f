package io.hybridycsb.ycsb.workload;

import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Measures and counts the transactions of one of YCSB's threads, and the attempts at them.
 *
 * @param names of what is measured
 */
record Outcomes(Mix mix, Names names, Measurements measurements) {
  /** Its rules forbid the transaction, such as for want of money. Nothing has changed. */
  static final Status REFUSED = new Status("REFUSED", "The transaction's own rules forbid it.");

  /** When the transaction should have begun, by YCSB's target. */
  long intendedNs() {
    return measurements.getIntendedtartTimeNs();
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
    measure("ATTEMPT", shown, begunNs, begunNs);
    return shown;
  }

  /** A transaction has ended. */
  void ended(TransactionType type, Status status, long begunNs, long intendedNs) {
    mix.ended(type);
    measure("TRANSACTION", status, begunNs, intendedNs);
    measure(type.name(), status, begunNs, intendedNs);
  }

  private void measure(String kind, Status status, long begunNs, long intendedNs) {
    long now = System.nanoTime();
    String measured = names.of(kind, status);
    measurements.measure(measured, (int) ((now - begunNs) / 1000));
    measurements.measureIntended(measured, (int) ((now - intendedNs) / 1000));
    measurements.reportStatus(kind, status);
  }
}
