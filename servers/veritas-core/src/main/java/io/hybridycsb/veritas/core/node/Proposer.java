package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.log.LogCodec;
import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits transactions, cuts blocks and appends them to the shared log: one queue, one thread. A
 * full queue holds back the connections that fill it.
 *
 * <p>A block is cut when it is full, when its first transaction has lingered long enough, or, so
 * that few clients don't wait for nothing, when it holds at least half of what is undecided here.
 */
final class Proposer implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Proposer.class);
  private static final int QUEUE_CALLS = 8192;
  private static final int UNORDERED_BLOCKS_MAX = 16;
  private static final long IDLE_WAIT_MS = 100;

  private final String self;
  private final SigningKey key;
  private final NodeOptions options;
  private final TransactionChecker checker;
  private final LogCodec codec;
  private final SharedLog log;
  private final CommitWaiters waiters;
  private final int blockBytesMax;
  private final ArrayBlockingQueue<Call> queue = new ArrayBlockingQueue<>(QUEUE_CALLS);
  private final Semaphore unordered = new Semaphore(UNORDERED_BLOCKS_MAX);
  private final Replies replies = new Replies();

  private List<CheckedTransaction> block = new ArrayList<>();
  private long blockBytes;
  private long blockSinceNanos;
  private long sequence;

  Proposer(
      String self,
      SigningKey key,
      NodeOptions options,
      TransactionChecker checker,
      LogCodec codec,
      SharedLog log,
      CommitWaiters waiters) {
    this.self = self;
    this.key = key;
    this.options = options;
    this.checker = checker;
    this.codec = codec;
    this.log = log;
    this.waiters = waiters;
    this.blockBytesMax = Math.min(options.blockBytesMax(), log.recordBytesMax() - 4096);
  }

  /** Hands over a commit; blocks while the queue is full. */
  void submit(Call call) throws InterruptedException {
    queue.put(call);
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Call call = queue.poll(waitNanos(), TimeUnit.NANOSECONDS);
        if (call != null) {
          admit(call);
        }
        if (queue.isEmpty()) {
          replies.flush();
        }
        if (isDue()) {
          cut();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long waitNanos() {
    if (block.isEmpty()) {
      return TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MS);
    }
    return Math.max(0, blockSinceNanos + lingerNanos() - System.nanoTime());
  }

  private long lingerNanos() {
    return TimeUnit.MILLISECONDS.toNanos(options.blockLingerMs());
  }

  private void admit(Call call) throws InterruptedException {
    CommitRequest request = call.request().getCommit();
    CheckedTransaction transaction = checker.check(request.getTransaction());
    if (transaction.fault() != null) {
      replies.add(call, call.failure(Failure.Code.INVALID, transaction.detail()));
      return;
    }
    int bytes = request.getTransaction().getSerializedSize() + 8;
    if (bytes > blockBytesMax) {
      replies.add(
          call,
          call.failure(
              Failure.Code.INVALID,
              "the transaction has "
                  + bytes
                  + " bytes; a block holds at most "
                  + blockBytesMax
                  + " (block.bytes.max, record.bytes.max)"));
      return;
    }
    if (waiters.size() >= options.admittedMax()) {
      replies.add(
          call,
          call.failure(
              Failure.Code.UNAVAILABLE,
              options.admittedMax() + " transactions are undecided here, the most allowed"));
      return;
    }
    boolean isNew = waiters.add(transaction.id(), call, !request.getAsync());
    if (request.getAsync()) {
      replies.add(call, call.answer().setCommit(CommitReply.newBuilder().setKnown(true)));
    }
    if (isNew) {
      addToBlock(transaction, bytes);
    }
  }

  private void addToBlock(CheckedTransaction transaction, int bytes) throws InterruptedException {
    if (blockBytes + bytes > blockBytesMax) {
      cut();
    }
    if (block.isEmpty()) {
      blockSinceNanos = System.nanoTime();
    }
    block.add(transaction);
    blockBytes += bytes;
  }

  private boolean isDue() {
    if (block.isEmpty()) {
      return false;
    }
    return block.size() >= options.blockTransactionsMax()
        || System.nanoTime() - blockSinceNanos >= lingerNanos()
        || (queue.isEmpty() && block.size() * 2 >= waiters.size());
  }

  private void cut() throws InterruptedException {
    if (block.isEmpty()) {
      return;
    }
    List<CheckedTransaction> sent = block;
    byte[] record = codec.encodeBlock(self, key, ++sequence, sent);
    block = new ArrayList<>();
    blockBytes = 0;
    unordered.acquire();
    log.append(record)
        .whenComplete(
            (ignored, failure) -> {
              unordered.release();
              if (failure != null) {
                String reason =
                    "a block could not be appended to the shared log, its transactions' outcome is"
                        + " not known: "
                        + failure.getMessage();
                LOG.warn(reason);
                sent.forEach(transaction -> waiters.giveUp(transaction.id(), reason));
              }
            });
  }
}
