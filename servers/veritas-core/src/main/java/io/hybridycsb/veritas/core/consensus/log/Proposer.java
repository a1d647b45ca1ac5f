package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.call.SteppedWork;
import io.hybridycsb.veritas.core.consensus.Admission;
import io.hybridycsb.veritas.core.consensus.BoundedQueue;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Failure;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Takes commits from the node's queue, admits them and puts them into the {@link OpenBlock}: one
 * thread. When all that came together is in, or the block is full, the {@link ReplicaLoop} is told.
 */
final class Proposer implements SteppedWork {
  /** In memory. A limit on their number alone wouldn't bound it: transactions may be long. */
  static final long UNDECIDED_BYTES_MAX = 128L << 20;

  private final NodeContext node;
  private final BoundedQueue<Call> queue;
  private final OpenBlock block;
  private final Undecided undecided;
  private final Admission admission;
  private final Runnable whenReady;
  private final Replies replies = new Replies();

  /** The first transaction of the next block, which found no room in this one. */
  private CheckedTransaction held;

  /**
   * What this node's clients wait for, and what is ordered here.
   *
   * @param count how many transactions of any node are ordered and undecided
   * @param bytes what these take in memory, with those on their way into the log
   */
  record Undecided(IntSupplier count, LongSupplier bytes) {}

  /**
   * @param newest the greatest timestamp that the node knows
   * @param whenReady to be called when the block holds what came
   */
  Proposer(
      NodeContext node,
      OpenBlock block,
      Undecided undecided,
      LongSupplier newest,
      Runnable whenReady) {
    this.node = node;
    this.queue = node.clients().commits();
    this.block = block;
    this.undecided = undecided;
    this.whenReady = whenReady;
    this.admission = new Admission(node, newest);
  }

  /**
   * Admits at most one commit, as soon as the block has room.
   *
   * @param waitNanos how long to wait for room, and for a commit
   */
  @Override
  public void step(long waitNanos) throws InterruptedException {
    if (!block.awaitRoom(waitNanos)) {
      return;
    }
    boolean hadOneLeft = held != null;
    if (hadOneLeft) {
      add(held);
    }
    Call call = held == null ? queue.poll(hadOneLeft ? 0 : waitNanos) : null;
    long start = System.nanoTime();
    if (call != null) {
      admit(call);
    }
    if (queue.isEmpty()) {
      replies.flush();
    }
    if (!block.isEmpty() && (queue.isEmpty() || block.isFull())) {
      whenReady.run();
    }
    node.times().add(Stage.PROPOSE, System.nanoTime() - start);
  }

  private void admit(Call call) {
    int undecidedMax = node.self().options().admittedMax();
    if (undecided.count().getAsInt() >= undecidedMax) {
      refuse(call, undecidedMax + " transactions");
      return;
    }
    if (undecided.bytes().getAsLong() >= UNDECIDED_BYTES_MAX) {
      refuse(call, "transactions of " + UNDECIDED_BYTES_MAX + " bytes of memory");
      return;
    }
    CheckedTransaction transaction =
        admission.admit(call, block.bytesMax(), "block.bytes.max, record.bytes.max", replies);
    if (transaction != null) {
      add(transaction);
    }
  }

  private void add(CheckedTransaction transaction) {
    held = block.offer(transaction, Admission.bytesInBlock(transaction)) ? null : transaction;
  }

  private void refuse(Call call, String most) {
    replies.add(
        call,
        call.failure(
            Failure.Code.BUSY,
            most
                + " are ordered and undecided, the most allowed: the votes of a node are missing"));
  }
}
