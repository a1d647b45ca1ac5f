package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What a node uses to tell another of transactions, without waiting and without a promise: while
 * the other doesn't answer, it is told of no more. For one thread.
 */
public final class NodePeer implements AutoCloseable {
  private static final int UNANSWERED_MAX = 16;
  private static final int TIMEOUT_MS = 10_000;

  private final NodeConnection connection;
  private final Deque<PendingReply> unanswered = new ArrayDeque<>();

  /**
   * @param address HOST:PORT
   */
  public NodePeer(String address) {
    connection = new NodeConnection(address);
  }

  /** Tells the other node of transactions, if it keeps up. */
  public void forward(List<Transaction> transactions) {
    while (!unanswered.isEmpty() && unanswered.peekFirst().isDone()) {
      unanswered.removeFirst();
    }
    if (unanswered.size() >= UNANSWERED_MAX || connection.isDown()) {
      return;
    }
    try {
      unanswered.addLast(
          connection.send(
              Request.newBuilder()
                  .setTimeoutMs(TIMEOUT_MS)
                  .setForward(ForwardRequest.newBuilder().addAllTransactions(transactions))));
    } catch (VeritasException.Unavailable e) {
      // It will be told of later ones; these are packed when it is this node's turn.
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
