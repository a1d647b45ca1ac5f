package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;
import java.util.function.LongSupplier;

/**
 * Admits transactions that are worth ordering and answers the others. For one thread.
 *
 * <p>Where a timestamp is the version of what is written, one that is far off, as by a client's
 * mistake, would keep the record from all later writes.
 *
 * @param newest the greatest timestamp that the node knows
 */
public record Admission(NodeContext node, LongSupplier newest) {
  /** How far a timestamp may be above the newest: further than any oracle goes at once. */
  static final long AHEAD_MAX = 1L << 48;

  /** Of nodes for which a timestamp is only a part of the transaction's id. */
  public Admission(NodeContext node) {
    this(node, () -> Long.MAX_VALUE);
  }

  /**
   * Checks a transaction and registers who waits for its outcome.
   *
   * @param bytesMax bytes that a block holds; {@code limitedBy} names the properties that set it
   * @return the transaction if it is to be ordered; null if it is answered, or here already
   */
  public CheckedTransaction admit(Call call, int bytesMax, String limitedBy, Replies replies) {
    CommitRequest request = call.request().getCommit();
    CheckedTransaction transaction = node.self().checker().check(request.getTransaction());
    if (transaction.fault() != null) {
      return refuse(call, replies, Failure.Code.INVALID, transaction.detail());
    }
    long known = newest.getAsLong();
    if (transaction.timestamp() - known > AHEAD_MAX) {
      return refuse(
          call,
          replies,
          Failure.Code.INVALID,
          "the timestamp %s is no oracle's of this cluster, where the newest one is %s"
              .formatted(transaction.timestamp(), known));
    }
    int bytes = bytesInBlock(transaction);
    if (bytes > bytesMax) {
      return refuse(
          call,
          replies,
          Failure.Code.INVALID,
          "the transaction has %s bytes; a block holds at most %s (%s)"
              .formatted(bytes, bytesMax, limitedBy));
    }
    CommitWaiters waiters = node.clients().waiters();
    int admittedMax = node.self().options().admittedMax();
    if (waiters.size() >= admittedMax) {
      return refuse(
          call,
          replies,
          Failure.Code.BUSY,
          admittedMax + " transactions are undecided here, the most allowed");
    }
    boolean isNew = waiters.add(transaction, call, !request.getAsync());
    if (request.getAsync()) {
      replies.add(call, call.answer().setCommit(CommitReply.newBuilder().setKnown(true)));
    }
    return isNew ? transaction : null;
  }

  private static CheckedTransaction refuse(
      Call call, Replies replies, Failure.Code code, String why) {
    replies.add(call, call.failure(code, why));
    return null;
  }

  /** The most bytes that a transaction takes in a block. */
  public static int bytesInBlock(CheckedTransaction transaction) {
    return transaction.message().getSerializedSize() + 8;
  }
}
