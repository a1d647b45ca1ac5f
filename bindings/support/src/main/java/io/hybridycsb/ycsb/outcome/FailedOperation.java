package io.hybridycsb.ycsb.outcome;

import site.ycsb.Status;

/** An operation that ends with a status for which there is a reason to tell. */
public final class FailedOperation extends RuntimeException {
  private final transient Status status;

  /**
   * @param reason one line for people
   */
  public FailedOperation(Status status, String reason) {
    // Many may fail in a second; nobody reads their stack traces.
    super(reason, null, false, false);
    this.status = status;
  }

  /** The outcome of a write is unknown: it may have taken effect, or may still. */
  public static FailedOperation unknown(String reason) {
    return new FailedOperation(Statuses.UNKNOWN, "the outcome of a write is unknown: " + reason);
  }

  public Status status() {
    return status;
  }
}
