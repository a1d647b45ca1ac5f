package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.consensus.Admission;
import io.hybridycsb.veritas.core.consensus.BoundedQueue;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes commits from the node's queue, admits them, cuts blocks and appends them to the shared log:
 * one thread.
 *
 * <p>A block is cut when it is full, or when the one before it is decided and the time that the
 * {@link Pacer} allows has passed since then. So the slower decisions come, the more a block holds:
 * a block, its votes and their way through the log cost much the same whatever it holds.
 */
final class Proposer implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Proposer.class);
  private static final int UNORDERED_BLOCKS_MAX = 16;

  /** In memory. A limit on their number alone wouldn't bound it: transactions may be long. */
  static final long UNDECIDED_BYTES_MAX = 128L << 20;

  private static final long IDLE_WAIT_MS = 100;

  private final NodeContext node;
  private final NodeOptions options;
  private final BoundedQueue<Call> queue;
  private final LogChannel log;
  private final IntSupplier undecided;
  private final LongSupplier undecidedBytes;
  private final Admission admission;
  private final int blockBytesMax;
  private final Semaphore unordered = new Semaphore(UNORDERED_BLOCKS_MAX);

  /** What the blocks that are cut and not in the log yet take in memory. */
  private final AtomicLong onTheWayBytes = new AtomicLong();

  private final Replies replies = new Replies();
  private final Pacer pacer;
  private final LongSupplier clock;

  private List<CheckedTransaction> block = new ArrayList<>();
  private long blockBytes;
  private long blockDueNanos;

  /** The last transaction of the block before; null when nobody waits for it any longer. */
  private TransactionId before;

  private long cutNanos;

  /** When the block before was decided. */
  private long readyNanos;

  private long sequence;

  /**
   * @param undecided how many transactions of any node are ordered and undecided
   * @param undecidedBytes what these take in memory
   * @param newest the greatest timestamp that the node knows
   * @param clock in nanoseconds
   */
  Proposer(
      NodeContext node,
      LogChannel log,
      IntSupplier undecided,
      LongSupplier undecidedBytes,
      LongSupplier newest,
      Pacer pacer,
      LongSupplier clock) {
    this.node = node;
    this.options = node.self().options();
    this.queue = node.clients().commits();
    this.log = log;
    this.undecided = undecided;
    this.undecidedBytes = undecidedBytes;
    this.pacer = pacer;
    this.clock = clock;
    readyNanos = clock.getAsLong();
    this.admission = new Admission(node, newest);
    this.blockBytesMax = Math.min(options.blockBytesMax(), log.recordBytesMax() - 4096);
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        step(waitNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Admits at most one commit and cuts the block if it is due.
   *
   * @param waitNanos how long to wait for a commit
   */
  void step(long waitNanos) throws InterruptedException {
    Call call = queue.poll(waitNanos);
    long start = System.nanoTime();
    if (call != null) {
      admit(call);
    }
    if (queue.isEmpty()) {
      replies.flush();
    }
    lookForDecision();
    if (isDue()) {
      cut();
    }
    node.times().add(Stage.PROPOSE, System.nanoTime() - start);
  }

  private void lookForDecision() {
    if (before != null && !node.clients().waiters().contains(before)) {
      beforeIsOver();
    }
  }

  private void beforeIsOver() {
    before = null;
    readyNanos = clock.getAsLong();
    pacer.took(readyNanos - cutNanos);
    blockDueNanos = readyNanos + pacer.waitNanos(readyNanos);
  }

  private long waitNanos() {
    if (block.isEmpty() || before != null) {
      return TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MS);
    }
    return Math.max(0, blockDueNanos - clock.getAsLong());
  }

  private void admit(Call call) throws InterruptedException {
    int undecidedMax = options.admittedMax();
    if (undecided.getAsInt() >= undecidedMax) {
      refuse(call, undecidedMax + " transactions");
      return;
    }
    if (undecidedBytes.getAsLong() + onTheWayBytes.get() >= UNDECIDED_BYTES_MAX) {
      refuse(call, "transactions of " + UNDECIDED_BYTES_MAX + " bytes of memory");
      return;
    }
    CheckedTransaction transaction =
        admission.admit(call, blockBytesMax, "block.bytes.max, record.bytes.max", replies);
    if (transaction != null) {
      addToBlock(transaction, Admission.bytesInBlock(transaction));
    }
  }

  private void refuse(Call call, String most) {
    replies.add(
        call,
        call.failure(
            Failure.Code.BUSY,
            most
                + " are ordered and undecided, the most allowed: the votes of a node are missing"));
  }

  private void addToBlock(CheckedTransaction transaction, int bytes) throws InterruptedException {
    if (transaction.id().equals(before)) {
      // Its id was free again, so the block before is over. The next block would wait for itself
      // otherwise.
      beforeIsOver();
    }
    if (blockBytes + bytes > blockBytesMax) {
      cut();
    }
    long now = clock.getAsLong();
    pacer.arrived(1, now);
    if (block.isEmpty()) {
      blockDueNanos = readyNanos + pacer.waitNanos(now);
    }
    block.add(transaction);
    blockBytes += bytes;
  }

  private boolean isDue() {
    if (block.isEmpty()) {
      return false;
    }
    return block.size() >= options.blockTransactionsMax()
        || (before == null && clock.getAsLong() - blockDueNanos >= 0 && queue.isEmpty());
  }

  private void cut() throws InterruptedException {
    if (block.isEmpty()) {
      return;
    }
    List<CheckedTransaction> sent = block;
    block = new ArrayList<>();
    blockBytes = 0;
    cutNanos = clock.getAsLong();
    before = sent.get(sent.size() - 1).id();
    long sentBytes = CheckedTransaction.memoryBytes(sent);
    onTheWayBytes.addAndGet(sentBytes);
    unordered.acquire();
    log.append(++sequence, sent)
        .whenComplete(
            (ignored, failure) -> {
              unordered.release();
              onTheWayBytes.addAndGet(-sentBytes);
              if (failure != null) {
                String reason =
                    "a block could not be appended to the shared log, its transactions' outcome is"
                        + " not known: "
                        + failure.getMessage();
                LOG.warn(reason);
                sent.forEach(
                    transaction -> node.clients().waiters().giveUp(transaction.id(), reason));
              }
            });
  }
}
