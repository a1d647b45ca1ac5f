package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.Optional;

/**
 * What is known of a transaction.
 *
 * @param id null for a read-only transaction, which leaves no trace
 * @param outcome the recorded outcome where the status is COMMITTED or ABORTED
 * @param height of the ledger's block that holds the transaction; 0 where there is none
 * @param index of the transaction in that block, from 0
 * @param detail one line for people where the status is UNKNOWN, or where the transaction was
 *     refused for what it is and would be again
 */
public record CommitResult(
    Status status,
    TransactionId id,
    Optional<Outcome> outcome,
    long height,
    int index,
    String detail) {

  /** What became of a transaction. */
  public enum Status {
    /** Decided and applied. */
    COMMITTED,
    /** Decided against; it has changed nothing and never will. */
    ABORTED,
    /** Accepted by a node, not decided yet: the answer to an asynchronous commit. */
    ACCEPTED,
    /** Not known: it may have been committed, or may still be. Ask with {@code query}. */
    UNKNOWN
  }

  public boolean isCommitted() {
    return status == Status.COMMITTED;
  }

  /** Whether the transaction lost against another: if tried again, it may commit. */
  public boolean isConflict() {
    return status == Status.ABORTED && detail.isEmpty();
  }
}
