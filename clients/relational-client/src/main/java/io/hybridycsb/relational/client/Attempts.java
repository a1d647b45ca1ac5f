package io.hybridycsb.relational.client;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's calls on their way through the nodes: to the same node as the last call, and on to
 * the next whenever one doesn't serve it in time.
 */
final class Attempts {
  private static final long PATIENCE_MS_MIN = 1_000;
  private static final int PATIENCE_PART = 4;

  /** Spares nodes that are all down. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * The share of a call's time that must be left for another attempt. One that is cut off by the
   * call's end would make an outcome unknown that was known.
   */
  private static final int LAST_PART = 10;

  private final List<NodeConnection> nodes;
  private final long patienceNanos;
  private final long lastNanos;
  private int node;

  /**
   * @param timeoutMs of a whole call
   * @param first the node to begin with, counted from 0
   */
  Attempts(List<NodeConnection> nodes, int timeoutMs, int first) {
    this.nodes = nodes;
    this.node = first;
    lastNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs) / LAST_PART;
    patienceNanos =
        TimeUnit.MILLISECONDS.toNanos(Math.max(PATIENCE_MS_MIN, timeoutMs / PATIENCE_PART));
  }

  /** A call to one node. */
  interface Attempt<A> {
    /**
     * @return empty if the node has taken the call, and can't tell more in time
     * @throws NodeFailure if it doesn't serve it
     */
    Optional<A> on(NodeConnection node, long timeoutNanos);
  }

  /**
   * Tries until a node has an answer.
   *
   * @param deadline of {@link System#nanoTime}
   * @throws RelationalException.Invalid if the call is wrong, and no node has taken it
   * @throws RelationalException.Unavailable if no node has taken it
   * @throws RelationalException.UnknownOutcome if a node may have taken it
   */
  <A> A call(long deadline, Attempt<A> attempt) {
    boolean maybeTaken = false;
    String last = "no time was left";
    for (long left = left(deadline); left > lastNanos; left = left(deadline)) {
      NodeConnection asked = nodes.get(Math.floorMod(node, nodes.size()));
      try {
        Optional<A> answer = attempt.on(asked, Math.min(left, patienceNanos));
        if (answer.isPresent()) {
          return answer.get();
        }
        maybeTaken = true;
        last = asked.address() + ": accepted, but not yet in the chain";
      } catch (NodeFailure e) {
        last = e.getMessage();
        if (e.kind() == NodeFailure.Kind.WRONG) {
          throw maybeTaken
              ? new RelationalException.UnknownOutcome(
                  last + "; a node that was asked before may have taken it")
              : new RelationalException.Invalid(last);
        }
        maybeTaken |= e.kind() == NodeFailure.Kind.NO_ANSWER;
      }
      if (Thread.currentThread().isInterrupted()) {
        last = "interrupted";
        break;
      }
      moveOn();
      LockSupport.parkNanos(Math.max(0, Math.min(PAUSE_NANOS, left(deadline))));
    }
    throw maybeTaken
        ? new RelationalException.UnknownOutcome(last)
        : new RelationalException.Unavailable(last);
  }

  /** The node that the next call goes to first; modulo their number. */
  int node() {
    return node;
  }

  /** The next call goes to the next node. */
  void moveOn() {
    node++;
  }

  private static long left(long deadline) {
    return deadline - System.nanoTime();
  }
}
