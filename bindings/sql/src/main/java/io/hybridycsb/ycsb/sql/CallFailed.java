package io.hybridycsb.ycsb.sql;

/** A call to the database that got no answer, or an error. */
final class CallFailed extends RuntimeException {
  private final Failure failure;
  private final boolean sent;

  /**
   * @param sent whether the database may have got the statement
   * @param reason one line for people; the same on every connection
   */
  CallFailed(Failure failure, boolean sent, String reason) {
    // Many may fail in a second; nobody reads their stack traces.
    super(reason, null, false, false);
    this.failure = failure;
    this.sent = sent;
  }

  Failure failure() {
    return failure;
  }

  /** Whether the table, or a column of it, has to be made first. */
  boolean isForWantOfRoom() {
    return failure == Failure.NO_TABLE || failure == Failure.NO_COLUMN;
  }

  /** Whether the procedure has to be made first. */
  boolean isForWantOfProcedure() {
    return failure == Failure.NO_PROCEDURE;
  }

  /** The same failure of a statement whose transaction was never asked to commit. */
  CallFailed withoutEffect() {
    return new CallFailed(failure, false, getMessage());
  }

  /** Whether it may have taken effect, or may still. */
  boolean mayHaveHappened() {
    return sent && (failure == Failure.LOST || failure == Failure.OTHER);
  }
}
