package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transactions that this node has admitted and that are undecided, with the calls that wait for
 * them. A transaction whose caller didn't wait is here too, for the count.
 */
public final class CommitWaiters {
  /** Changed only under the map's lock on its entry. */
  private static final class Waiting {
    final List<Waiter> calls = new ArrayList<>(1);

    final long arrivedNanos;
    final long admittedNanos = System.nanoTime();

    /** When the first of the calls is late. */
    volatile long firstDeadlineNanos;

    /** When nobody waits any longer. */
    volatile long lastDeadlineNanos;

    Waiting(Call first) {
      arrivedNanos = first.arrivedNanos();
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Waiter(Call call, byte[] bodyHash) {}

  private final ConcurrentHashMap<TransactionId, Waiting> waiting = new ConcurrentHashMap<>();

  /**
   * Registers a transaction.
   *
   * @param wait whether the call is answered when the transaction is decided
   * @return true if the id is new. Otherwise both callers get the decision of the first
   */
  public boolean add(CheckedTransaction transaction, Call call, boolean wait) {
    Waiting fresh = new Waiting(call);
    Waiting entry =
        waiting.compute(
            transaction.id(),
            (key, present) -> {
              Waiting next = present == null ? fresh : present;
              long deadline = call.deadlineNanos();
              if (next == fresh || deadline - next.firstDeadlineNanos < 0) {
                next.firstDeadlineNanos = deadline;
              }
              if (next == fresh || deadline - next.lastDeadlineNanos > 0) {
                next.lastDeadlineNanos = deadline;
              }
              if (wait) {
                next.calls.add(new Waiter(call, transaction.leafHash()));
              }
              return next;
            });
    return entry == fresh;
  }

  /** Admitted and undecided transactions. */
  public int size() {
    return waiting.size();
  }

  public boolean contains(TransactionId id) {
    return waiting.containsKey(id);
  }

  /** Answers the calls that wait for a transaction and records the time taken so far. */
  public void decided(Decision decision, Replies replies, CommitTimes times) {
    Waiting entry = waiting.remove(decision.id());
    if (entry != null) {
      times.decided(entry.arrivedNanos, entry.admittedNanos, decision.location().height());
      for (Waiter waiter : entry.calls) {
        Call call = waiter.call();
        replies.add(
            call,
            reply(decision, waiter.bodyHash())
                .map(reply -> call.answer().setCommit(reply))
                .orElseGet(() -> call.failure(Failure.Code.UNAVAILABLE, cannotCompare(decision))));
      }
    }
  }

  /**
   * What a decision means for the transaction of this id with a certain body; empty where that
   * can't be told.
   *
   * @param bodyHash its leaf hash
   */
  public static Optional<CommitReply.Builder> reply(Decision decision, byte[] bodyHash) {
    return decision
        .bodyHash()
        .get()
        .map(
            holder ->
                Arrays.equals(holder, bodyHash)
                    ? reply(decision.location())
                    : CommitReply.newBuilder().setKnown(true).setOutcome(Outcome.ID_IN_USE));
  }

  /** The outcome of the transaction that stands there. */
  public static CommitReply.Builder reply(TransactionLocation location) {
    return CommitReply.newBuilder()
        .setKnown(true)
        .setOutcomeValue(location.outcome())
        .setHeight(location.height())
        .setIndex(location.index());
  }

  /** For a caller to whom {@link #reply(Decision, byte[])} can't say anything. */
  public static String cannotCompare(Decision decision) {
    return ("a transaction %s was decided at height %s, before this node's ledger begins; whether"
            + " it is this one, another node knows")
        .formatted(decision.id(), decision.location().height());
  }

  /** Gives up a transaction that may or may not be decided yet; it may be sent again. */
  public void giveUp(TransactionId id, String reason) {
    Waiting entry = waiting.remove(id);
    if (entry != null) {
      entry.calls.forEach(waiter -> waiter.call().fail(Failure.Code.TIMEOUT, reason));
    }
  }

  /** Answers calls whose time is up: their outcome isn't known. */
  public void expire(long nowNanos, Replies replies) {
    List<Call> late = new ArrayList<>();
    waiting.forEach(
        (id, seen) -> {
          if (nowNanos - seen.firstDeadlineNanos >= 0) {
            waiting.computeIfPresent(id, (key, entry) -> withoutLate(entry, nowNanos, late));
            late.forEach(call -> replies.add(call, timeout(id, call)));
            late.clear();
          }
        });
  }

  private static Waiting withoutLate(Waiting entry, long nowNanos, List<Call> late) {
    long first = entry.lastDeadlineNanos;
    for (Waiter waiter : entry.calls) {
      Call call = waiter.call();
      if (call.isExpired(nowNanos)) {
        late.add(call);
      } else if (call.deadlineNanos() - first < 0) {
        first = call.deadlineNanos();
      }
    }
    entry.calls.removeIf(waiter -> waiter.call().isExpired(nowNanos));
    entry.firstDeadlineNanos = first;
    return nowNanos - entry.lastDeadlineNanos >= 0 ? null : entry;
  }

  private static Response.Builder timeout(TransactionId id, Call call) {
    return call.failure(
        Failure.Code.TIMEOUT, "transaction " + id + " was not decided in time; query it later");
  }
}
