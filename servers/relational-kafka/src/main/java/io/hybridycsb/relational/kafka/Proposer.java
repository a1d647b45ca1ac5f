package io.hybridycsb.relational.kafka;

import io.hybridycsb.relational.node.BlockBudget;
import io.hybridycsb.relational.node.Ordering.NotTaken;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.verification.Hash;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends clients' transactions to the shared log. One block of this node is on its way at a time.
 * The next is appended when this one was executed here, with what has come meanwhile, so that
 * blocks grow with the load. For many threads; {@link #run} is for one.
 */
final class Proposer implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Proposer.class);
  private static final long WAIT_MS = 1_000;

  /**
   * When a block is cut.
   *
   * @param transactionsMax transactions, at most
   * @param bytesMax bytes, at most, unless one transaction has more
   * @param lingerMs how long the first one waits for others
   * @param waitingBytesMax bytes of transactions that wait, at most; more are not taken
   */
  record Limits(int transactionsMax, int bytesMax, int lingerMs, long waitingBytesMax) {}

  private record Waiting(Hash body, long work, byte[] bytes) {}

  private final SharedLog log;
  private final Limits limits;
  private final ToLongFunction<BlockTransaction> work;
  private final BlockBudget budget;
  private final IntSupplier undecided;
  private final Random numbers = new SecureRandom();
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final Set<Hash> taken = new HashSet<>();
  private long queueBytes;
  private long queueWork;

  /** Those on their way, and the number of their block; empty: there is none. */
  private List<Waiting> block = List.of();

  private long blockNumber;

  /**
   * @param work how much a transaction is
   * @param budget for a block's work; a transaction with more goes alone
   * @param undecided how many blocks are executed and not decided
   */
  Proposer(
      SharedLog log,
      Limits limits,
      ToLongFunction<BlockTransaction> work,
      BlockBudget budget,
      IntSupplier undecided) {
    this.log = log;
    this.limits = limits;
    this.work = work;
    this.budget = budget;
    this.undecided = undecided;
  }

  /**
   * Takes a transaction that is to be appended.
   *
   * @return false if it is on its way already
   * @throws NotTaken if there are too many
   */
  synchronized boolean take(BlockTransaction transaction, byte[] bytes) {
    if (taken.contains(transaction.body())) {
      return false;
    }
    if (undecided.getAsInt() >= Replica.UNDECIDED_MAX) {
      throw NotTaken.busy(
          "%d blocks are not decided: do more than half of the nodes run?"
              .formatted(Replica.UNDECIDED_MAX));
    }
    if (queueBytes + bytes.length > limits.waitingBytesMax()) {
      throw NotTaken.busy("too many transactions wait for the log; try again later");
    }
    taken.add(transaction.body());
    Waiting last = new Waiting(transaction.body(), work.applyAsLong(transaction), bytes);
    queue.addLast(last);
    queueBytes += bytes.length;
    queueWork += last.work();
    notifyAll();
    return true;
  }

  /** Called when a block of this number was executed here; it may be another node's. */
  synchronized void executed(long number) {
    if (!block.isEmpty() && number == blockNumber) {
      block.forEach(each -> taken.remove(each.body()));
      block = List.of();
      notifyAll();
    }
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        append(nextBlock());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<Waiting> nextBlock() throws InterruptedException {
    while (queue.isEmpty() || !block.isEmpty()) {
      wait(WAIT_MS);
    }
    long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.lingerMs());
    for (long left = 1; left > 0 && !isFull(); left = ends - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, ends - System.nanoTime());
    }
    List<Waiting> next = new ArrayList<>();
    long bytes = 0;
    long blockWork = 0;
    long workMax = budget.work();
    while (!queue.isEmpty() && next.size() < limits.transactionsMax()) {
      Waiting first = queue.getFirst();
      boolean fits =
          bytes + first.bytes().length <= limits.bytesMax() && blockWork + first.work() <= workMax;
      if (!fits && !next.isEmpty()) {
        break;
      }
      bytes += first.bytes().length;
      blockWork += first.work();
      next.add(queue.removeFirst());
    }
    queueBytes -= bytes;
    queueWork -= blockWork;
    block = next;
    blockNumber = numbers.nextLong();
    return next;
  }

  private boolean isFull() {
    return queue.size() >= limits.transactionsMax()
        || queueBytes >= limits.bytesMax()
        || queueWork >= budget.work();
  }

  private void append(List<Waiting> next) {
    long number = blockNumber;
    byte[] record = LogCodec.block(number, next.stream().map(Waiting::bytes).toList());
    log.append(record)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                // It may stand in the log all the same; clients ask again.
                LOG.warn(
                    "a block of {} transactions could not be appended: {}",
                    next.size(),
                    failure.getMessage());
                executed(number);
              }
            });
  }
}
