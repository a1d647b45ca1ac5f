package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.Optional;

/** Makes {@link CommitResult}s. */
final class CommitResults {
  private CommitResults() {}

  /**
   * @throws VeritasException.IdInUse if another transaction has the id
   */
  static CommitResult of(TransactionId id, CommitReply reply) {
    if (reply.getOutcome() == Outcome.ID_IN_USE) {
      throw new VeritasException.IdInUse(
          "transaction "
              + id
              + " is not committed and never will be: another transaction has its id."
              + " Over Kafka the timestamp oracle lost its directory or runs on an old copy:"
              + " start it with start.above, see docs/troubleshooting.md."
              + " Over CometBFT, make a new transaction");
    }
    CommitResult.Status status =
        switch (reply.getOutcome()) {
          case OUTCOME_UNSPECIFIED -> CommitResult.Status.ACCEPTED;
          case COMMITTED -> CommitResult.Status.COMMITTED;
          default -> CommitResult.Status.ABORTED;
        };
    Optional<Outcome> outcome =
        status == CommitResult.Status.ACCEPTED ? Optional.empty() : Optional.of(reply.getOutcome());
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
    return new CommitResult(CommitResult.Status.UNKNOWN, id, Optional.empty(), 0, 0, detail);
  }

  static CommitResult readOnly(boolean current) {
    return current
        ? new CommitResult(
            CommitResult.Status.COMMITTED, null, Optional.of(Outcome.COMMITTED), 0, 0, "")
        : new CommitResult(
            CommitResult.Status.ABORTED, null, Optional.of(Outcome.READ_CONFLICT), 0, 0, "");
  }
}
