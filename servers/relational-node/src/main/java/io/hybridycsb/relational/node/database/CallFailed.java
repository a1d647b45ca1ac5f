package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Outcome;

/** A call has no effect. What it had done before is to be undone. */
final class CallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;

  CallFailed(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
