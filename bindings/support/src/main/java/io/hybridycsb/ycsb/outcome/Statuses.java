package io.hybridycsb.ycsb.outcome;

import java.util.Optional;
import java.util.Set;
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

  private static final Set<Status> WITHOUT_EFFECT =
      Set.of(
          ABORTED,
          Status.BAD_REQUEST,
          Status.FORBIDDEN,
          Status.NOT_FOUND,
          Status.NOT_IMPLEMENTED,
          Status.SERVICE_UNAVAILABLE);

  private Statuses() {}

  /**
   * Whether a write or commit with this status has had no effect and never will. With any other
   * that isn't OK, such as ERROR, it may have one. The harness judges histories by the same six.
   */
  public static boolean isWithoutEffect(Status status) {
    return WITHOUT_EFFECT.contains(status);
  }

  /** A status by which an outcome is known; empty if it isn't. */
  public static Optional<Status> known(Status status) {
    return Optional.of(status).filter(known -> !known.equals(UNKNOWN));
  }
}
