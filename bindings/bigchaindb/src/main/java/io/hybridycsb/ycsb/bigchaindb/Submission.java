package io.hybridycsb.ycsb.bigchaindb;

import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mode;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.TimeLimit;
import java.io.IOException;
import site.ycsb.Status;

/**
 * One transaction on its way into the chain, until its outcome is known or the time is up.
 *
 * <p>A transaction with one id is committed at most once, however often it is sent. So where an
 * answer is lost, the transaction is looked up by its id, and sent to the next node if it isn't
 * there.
 */
final class Submission {
  private static final long PAUSE_MS = 100;

  private final Nodes nodes;
  private final PropertySet.Values properties;
  private final Transaction transaction;
  private final TimeLimit limit;
  private int node;

  /** Whether a node may have received it and its result isn't known. */
  private boolean abroad;

  private String lastReason = "no answer in time";

  /** The final outcome. */
  enum Outcome {
    /** As good as the mode says. */
    DONE,
    /** Another transaction came first; this one will never be committed. */
    LOST
  }

  Submission(
      Nodes nodes,
      int preferred,
      PropertySet.Values properties,
      Transaction transaction,
      TimeLimit limit) {
    this.nodes = nodes;
    this.node = preferred;
    this.properties = properties;
    this.transaction = transaction;
    this.limit = limit;
  }

  /**
   * Sends it.
   *
   * @throws FailedOperation if it is refused, or its outcome stays unknown
   */
  Outcome await() {
    int unreachable = 0;
    while (!isOver() && unreachable < nodes.count()) {
      try {
        Answer answer =
            nodes.post(node, transaction, properties.get(BigchainDbProperties.MODE), limit);
        unreachable = 0;
        Outcome outcome = judge(answer);
        if (outcome != null) {
          return outcome;
        }
        lastReason = answer.reason();
      } catch (Nodes.Unreachable e) {
        lastReason = e.getMessage();
        unreachable++;
      } catch (IOException e) {
        lastReason = "connection lost, or no answer in time";
        abroad = true;
      }
      node++;
      if (abroad) {
        unreachable = 0;
        if (isCommittedAnywhere()) {
          return Outcome.DONE;
        }
        limit.pause(PAUSE_MS);
      }
    }
    throw abroad
        ? new FailedOperation(
            Statuses.UNKNOWN, "the outcome of a transaction is unknown: " + lastReason)
        : new FailedOperation(
            Status.SERVICE_UNAVAILABLE, "no node takes a transaction: " + lastReason);
  }

  /** An interrupted thread can't wait for answers: it would send on and on. */
  private boolean isOver() {
    return limit.passed() || Thread.currentThread().isInterrupted();
  }

  /** Null if the transaction must be looked up or sent again. */
  private Outcome judge(Answer answer) throws IOException {
    return switch (answer.verdict()) {
      case ACCEPTED -> accepted();
      case COMMITTED_BEFORE -> Outcome.DONE;
      case UNDER_WAY -> underWay();
      case DOUBLE_SPEND, OVERTAKEN -> overtaken();
      case MISSING_INPUT -> abroad ? null : Outcome.LOST;
      case FULL -> abroad ? null : refused(Status.SERVICE_UNAVAILABLE, answer);
      case WRONG -> abroad ? null : refused(Status.BAD_REQUEST, answer);
      case LATE, BROKEN -> {
        abroad = true;
        yield null;
      }
    };
  }

  private static Outcome refused(Status status, Answer answer) {
    throw new FailedOperation(status, "a transaction is refused: " + answer.reason());
  }

  /**
   * With parallel validation a node may acknowledge a commit and then leave the transaction out of
   * its block. So a commit counts only if the node has the transaction.
   */
  private Outcome accepted() throws IOException {
    if (properties.get(BigchainDbProperties.MODE) != Mode.COMMIT
        || !properties.get(BigchainDbProperties.CONFIRM)) {
      return Outcome.DONE;
    }
    abroad = true;
    return isCommitted(node) ? Outcome.DONE : Outcome.LOST;
  }

  private Outcome underWay() {
    abroad = true;
    return properties.get(BigchainDbProperties.MODE) == Mode.COMMIT ? null : Outcome.DONE;
  }

  /**
   * The input is spent for good on this node. If an earlier attempt spent it, the node has the
   * transaction.
   */
  private Outcome overtaken() throws IOException {
    return abroad && isCommitted(node) ? Outcome.DONE : Outcome.LOST;
  }

  private boolean isCommitted(int asked) throws IOException {
    Answer answer = nodes.get(asked, "transactions/" + transaction.id(), limit);
    if (!answer.isOk() && !answer.isNotFound()) {
      lastReason = answer.reason();
      throw new IOException(lastReason);
    }
    return answer.isOk();
  }

  private boolean isCommittedAnywhere() {
    for (int i = 0; i < nodes.count() && !isOver(); i++) {
      try {
        if (isCommitted(node + i)) {
          return true;
        }
      } catch (IOException e) {
        // Another node may know.
      }
    }
    return false;
  }
}
