package io.hybridycsb.veritas.connection;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Forwards a node's transactions to another node, without waiting and without a guarantee. While
 * the other doesn't answer, no more are sent. For one thread.
 */
public final class NodePeer implements AutoCloseable {
  private static final int UNANSWERED_MAX = 16;
  private static final int TIMEOUT_MS = 10_000;

  /** A message longer than the other node accepts would end the connection. */
  private static final int FORWARD_BYTES_MAX = 4 << 20;

  private final NodeConnection connection;
  private final Deque<PendingReply> unanswered = new ArrayDeque<>();

  /**
   * @param name the other node's
   * @param address HOST:PORT
   * @param tls by which it connects; empty: plainly
   * @param cluster the cluster's name
   * @param key of the node that forwards
   */
  public NodePeer(
      String name, String address, Optional<ClientTls> tls, String cluster, SigningKey key) {
    connection = new NodeConnection(name, address, tls, cluster, key);
  }

  /** Sends transactions to the other node, if it keeps up. */
  public void forward(List<Transaction> transactions) {
    parts(transactions).forEach(this::forwardPart);
  }

  /** Splits transactions into messages; each has at least one, however long. */
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
    if (connection.isDown()) {
      connection.connectSoon();
      return;
    }
    if (unanswered.size() >= UNANSWERED_MAX) {
      return;
    }
    try {
      unanswered.addLast(
          connection.send(
              Request.newBuilder()
                  .setTimeoutMs(TIMEOUT_MS)
                  .setForward(ForwardRequest.newBuilder().addAllTransactions(transactions))));
    } catch (VeritasException.Unavailable e) {
      // These are packed when it is this node's turn; the other node gets later ones.
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
