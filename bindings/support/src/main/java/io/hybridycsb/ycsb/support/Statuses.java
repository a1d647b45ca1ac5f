package io.hybridycsb.ycsb.support;

import java.util.Optional;
import site.ycsb.Status;

/** Outcomes that YCSB has no status for. Each gets a {@code Return=} line of its own. */
public final class Statuses {
  /** Decided against: nothing was changed and never will be. */
  public static final Status ABORTED = new Status("ABORTED", "The transaction was aborted.");

  /** Not known: it may have been committed, or may still be. */
  public static final Status UNKNOWN = new Status("UNKNOWN", "The outcome is not known.");

  /** What was read doesn't stand against its proof. */
  public static final Status VERIFICATION_FAILED =
      new Status("VERIFICATION_FAILED", "The value read does not stand against its proof.");

  private Statuses() {}

  /** A status by which an outcome is known; empty if it isn't. */
  static Optional<Status> known(Status status) {
    return Optional.of(status).filter(known -> !known.equals(UNKNOWN));
  }
}
