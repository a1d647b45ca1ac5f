package io.hybridycsb.relational.node.definition;

import io.hybridycsb.relational.proto.Outcome;

/** A call has no effect. What it had done before is to be undone. */
public final class CallFailed extends Exception {
  private final Outcome outcome;

  public CallFailed(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }
}
