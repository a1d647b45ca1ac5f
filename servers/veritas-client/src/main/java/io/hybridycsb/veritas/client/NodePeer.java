package io.hybridycsb.veritas.client;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What a node uses to tell another of transactions, without waiting and without a promise: while
 * the other doesn't answer, it is told of no more. For one thread.
 */
public final class NodePeer implements AutoCloseable {
  private static final int UNANSWERED_MAX = 16;
  private static final int TIMEOUT_MS = 10_000;

  /** A message that is longer than the other takes would end the connection. */
  private static final int FORWARD_BYTES_MAX = 4 << 20;

  private final NodeConnection connection;
  private final Deque<PendingReply> unanswered = new ArrayDeque<>();

  /**
   * @param address HOST:PORT
   * @param tls by which it connects; empty: plainly
   */
  public NodePeer(String address, Optional<ClientTls> tls) {
    connection = new NodeConnection(address, tls);
  }

  /** Tells the other node of transactions, if it keeps up. */
  public void forward(List<Transaction> transactions) {
    parts(transactions).forEach(this::forwardPart);
  }

  /** Those that go into one message, however long a single one is. */
  static List<List<Transaction>> parts(List<Transaction> transactions) {
    List<List<Transaction>> parts = new ArrayList<>(1);
    int from = 0;
    long bytes = 0;
    for (int i = 0; i < transactions.size(); i++) {
      int added = transactions.get(i).getSerializedSize();
      if (i > from && bytes + added > FORWARD_BYTES_MAX) {
        parts.add(transactions.subList(from, i));
        from = i;
        bytes = 0;
      }
      bytes += added;
    }
    if (from < transactions.size()) {
      parts.add(transactions.subList(from, transactions.size()));
    }
    return parts;
  }

  private void forwardPart(List<Transaction> transactions) {
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
