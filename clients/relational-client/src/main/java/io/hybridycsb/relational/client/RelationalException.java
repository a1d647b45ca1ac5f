package io.hybridycsb.relational.client;

/** A call failed. What became of a transaction in the chain is no exception, but its result. */
public abstract class RelationalException extends RuntimeException {
  private RelationalException(String message) {
    // Many may fail in a second; nobody reads their stack traces.
    super(message, null, false, false);
  }

  /** The call itself is wrong, for instance too large. It has had no effect and never will. */
  public static final class Invalid extends RelationalException {
    public Invalid(String message) {
      super(message);
    }
  }

  /** No node could serve the call in time. It has had no effect and never will. */
  public static final class Unavailable extends RelationalException {
    public Unavailable(String message) {
      super(message);
    }
  }

  /** A node may have taken the transaction: it may be in the chain, or may still come into it. */
  public static final class UnknownOutcome extends RelationalException {
    public UnknownOutcome(String message) {
      super(message);
    }
  }
}
