package io.hybridycsb.blockchaindb.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks nodes one after another until one answers. */
final class Attempts {
  private Attempts() {}

  /** One question to one node. */
  interface Question<A> {
    /**
     * @throws StatusRuntimeException if the node doesn't answer
     * @throws ClientException if its answer is of no use
     */
    A ask(NodeConnection node, long timeoutMs);
  }

  /**
   * The first answer. Each attempt may take an equal part of the time that is left, so that a
   * silent node leaves some to the others. Nodes that failed lately come last.
   *
   * @param isDue whether a node that answers has what is asked for; one that waits for a block that
   *     may not be there hasn't failed
   * @throws ClientException if no node answers
   */
  static <A> A first(
      List<NodeConnection> nodes, long timeoutMs, BooleanSupplier isDue, Question<A> question) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    List<NodeConnection> order = inTurn(nodes, NodeConnection::isAiling);
    ClientException failure = new ClientException("no answer in time");
    for (int i = 0; i < order.size(); i++) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMs <= 0) {
        break;
      }
      NodeConnection node = order.get(i);
      try {
        A answer = question.ask(node, leftMs / (order.size() - i));
        node.answered();
        return answer;
      } catch (StatusRuntimeException e) {
        failure = ClientException.of(node.name(), e.getStatus());
        if (e.getStatus().getCode() == Status.Code.INVALID_ARGUMENT) {
          throw failure;
        }
      } catch (ClientException e) {
        failure = e;
      }
      if (isDue.getAsBoolean()) {
        node.failed();
      }
    }
    throw failure;
  }

  /** The nodes in their turn, and behind them those of which something is true. */
  static List<NodeConnection> inTurn(List<NodeConnection> nodes, Predicate<NodeConnection> isLast) {
    Map<Boolean, List<NodeConnection>> parts =
        nodes.stream().collect(Collectors.partitioningBy(isLast));
    return Stream.concat(parts.get(false).stream(), parts.get(true).stream()).toList();
  }
}
