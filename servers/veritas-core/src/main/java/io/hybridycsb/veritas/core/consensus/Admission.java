package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;

/** Admits transactions that are worth ordering and answers the others. For one thread. */
public final class Admission {
  private final TransactionChecker checker;
  private final CommitWaiters waiters;
  private final int admittedMax;

  public Admission(NodeContext node) {
    checker = node.self().checker();
    waiters = node.clients().waiters();
    admittedMax = node.self().options().admittedMax();
  }

  /**
   * Checks a transaction and registers who waits for its outcome.
   *
   * @param bytesMax bytes that a block holds; {@code limitedBy} names the properties that set it
   * @return the transaction if it is to be ordered; null if it is answered, or here already
   */
  public CheckedTransaction admit(Call call, int bytesMax, String limitedBy, Replies replies) {
    CommitRequest request = call.request().getCommit();
    CheckedTransaction transaction = checker.check(request.getTransaction());
    if (transaction.fault() != null) {
      replies.add(call, call.failure(Failure.Code.INVALID, transaction.detail()));
      return null;
    }
    int bytes = bytesInBlock(transaction);
    if (bytes > bytesMax) {
      replies.add(
          call,
          call.failure(
              Failure.Code.INVALID,
              "the transaction has "
                  + bytes
                  + " bytes; a block holds at most "
                  + bytesMax
                  + " ("
                  + limitedBy
                  + ")"));
      return null;
    }
    if (waiters.size() >= admittedMax) {
      replies.add(
          call,
          call.failure(
              Failure.Code.BUSY,
              admittedMax + " transactions are undecided here, the most allowed"));
      return null;
    }
    boolean isNew = waiters.add(transaction, call, !request.getAsync());
    if (request.getAsync()) {
      replies.add(call, call.answer().setCommit(CommitReply.newBuilder().setKnown(true)));
    }
    return isNew ? transaction : null;
  }

  /** The most bytes that a transaction takes in a block. */
  public static int bytesInBlock(CheckedTransaction transaction) {
    return transaction.message().getSerializedSize() + 8;
  }
}
