package io.hybridycsb.veritas.model;

/** A call failed. A commit's outcome, as far as known, is in {@code CommitResult} instead. */
public class VeritasException extends RuntimeException {
  public VeritasException(String message) {
    super(message);
  }

  public VeritasException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The request itself is wrong, for instance too large; sending it again won't help. */
  public static final class Invalid extends VeritasException {
    public Invalid(String message) {
      super(message);
    }
  }

  /** No node could serve the call within its deadline. */
  public static final class Unavailable extends VeritasException {
    public Unavailable(String message) {
      super(message);
    }

    public Unavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Another transaction has this one's id: this one has changed nothing and never will. */
  public static final class IdInUse extends VeritasException {
    public IdInUse(String message) {
      super(message);
    }
  }

  /** A node's answer isn't what the cluster's nodes have signed. */
  public static class VerificationFailed extends VeritasException {
    public VerificationFailed(String message) {
      super(message);
    }
  }

  /** What was signed is too old to show the present, or from the future. */
  public static final class NotPresent extends VerificationFailed {
    public NotPresent(String message) {
      super(message);
    }
  }
}
