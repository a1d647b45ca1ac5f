package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Verdict.Status;

/** How the search of an order ended. Each search has limits of its own. */
public enum SearchResult {
  /** It found an order. */
  EXPLAINED(Status.HOLDS),
  /** There is none. */
  UNEXPLAINED(Status.VIOLATED),
  OUT_OF_TIME(Status.UNDECIDED),
  OUT_OF_CONFIGURATIONS(Status.UNDECIDED),
  OUT_OF_MEMORY(Status.UNDECIDED);

  private final Status status;

  SearchResult(Status status) {
    this.status = status;
  }

  public Status status() {
    return status;
  }
}
