package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.CommitReply;
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

  /**
   * @throws VeritasException.IdInUse if another transaction has the id
   */
  static CommitResult of(TransactionId id, CommitReply reply) {
    if (reply.getOutcome() == Outcome.ID_IN_USE) {
      throw new VeritasException.IdInUse(
          ("transaction %s is not committed and never will be: another transaction has its id. Over"
                  + " Kafka the timestamp oracle lost its directory or runs on an old copy: start it"
                  + " with start.above, see docs/troubleshooting.md. Over CometBFT, make a new"
                  + " transaction")
              .formatted(id));
    }
    Status status =
        switch (reply.getOutcome()) {
          case OUTCOME_UNSPECIFIED -> Status.ACCEPTED;
          case COMMITTED -> Status.COMMITTED;
          default -> Status.ABORTED;
        };
    Optional<Outcome> outcome =
        status == Status.ACCEPTED ? Optional.empty() : Optional.of(reply.getOutcome());
    return new CommitResult(
        status, id, outcome, reply.getHeight(), reply.getIndex(), refusal(reply.getOutcome()));
  }

  private static String refusal(Outcome outcome) {
    return outcome == Outcome.RECORD_TOO_LARGE
        ? "with the fields that it has, a record would be longer than the cluster's"
            + " state.value.bytes.max; nothing was changed"
        : "";
  }

  static CommitResult unknown(TransactionId id, String detail) {
    return new CommitResult(Status.UNKNOWN, id, Optional.empty(), 0, 0, detail);
  }

  static CommitResult readOnly(boolean current) {
    return current
        ? new CommitResult(Status.COMMITTED, null, Optional.of(Outcome.COMMITTED), 0, 0, "")
        : new CommitResult(Status.ABORTED, null, Optional.of(Outcome.READ_CONFLICT), 0, 0, "");
  }
}
