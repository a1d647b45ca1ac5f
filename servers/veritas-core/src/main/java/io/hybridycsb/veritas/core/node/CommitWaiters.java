package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.replica.Decision;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transactions that this node has admitted and that are undecided, with the calls that wait for
 * them. A transaction whose caller didn't wait is here too, for the count.
 */
final class CommitWaiters {
  private static final class Waiting {
    final List<Call> calls = new ArrayList<>(1);
    long deadlineNanos;
  }

  private final ConcurrentHashMap<TransactionId, Waiting> waiting = new ConcurrentHashMap<>();

  /**
   * Registers a transaction.
   *
   * @param wait whether the call is answered when the transaction is decided
   */
  void add(TransactionId id, Call call, boolean wait) {
    waiting.compute(
        id,
        (key, present) -> {
          Waiting entry = present == null ? new Waiting() : present;
          if (wait) {
            entry.calls.add(call);
          }
          entry.deadlineNanos = call.deadlineNanos();
          return entry;
        });
  }

  /** Admitted and undecided transactions. */
  int size() {
    return waiting.size();
  }

  boolean contains(TransactionId id) {
    return waiting.containsKey(id);
  }

  void decided(Decision decision, Replies replies) {
    Waiting entry = waiting.remove(decision.id());
    if (entry != null) {
      for (Call call : entry.calls) {
        replies.add(call, answer(call, decision.location()));
      }
    }
  }

  private static Response.Builder answer(Call call, TransactionLocation location) {
    return call.answer().setCommit(reply(location));
  }

  static CommitReply.Builder reply(TransactionLocation location) {
    return CommitReply.newBuilder()
        .setKnown(true)
        .setOutcomeValue(location.outcome())
        .setHeight(location.height())
        .setIndex(location.index());
  }

  /** Answers calls whose time is up: their outcome isn't known. */
  void expire(long nowNanos, Replies replies) {
    waiting.forEach(
        (id, entry) -> {
          if (nowNanos - entry.deadlineNanos >= 0 && waiting.remove(id, entry)) {
            for (Call call : entry.calls) {
              replies.add(
                  call,
                  call.failure(
                      Failure.Code.TIMEOUT,
                      "transaction " + id + " was not decided in time; query it later"));
            }
          }
        });
  }
}
