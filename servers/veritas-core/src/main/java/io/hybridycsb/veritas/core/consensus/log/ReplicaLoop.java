package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.call.SteppedWork;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.log.LogCodec.Outgoing;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.proto.CheckReadsReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Response;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the {@link Replica}. It reads the log and lets the replica go through
 * what came. It appends this node's next record, its vote and its block. It answers the clients
 * whose transactions are decided.
 *
 * <p>A record is due when the last one was read and all that it voted for is decided, and there is
 * something to say. So rounds adapt to the load by themselves: the longer a round takes, the more
 * the next record holds. A full block waits for no round.
 */
final class ReplicaLoop implements SteppedWork {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLoop.class);
  private static final int READ_CHECKS_MAX = 10_000;
  private static final int CHECKED_KEYS_PER_ROUND = 1_000;
  private static final long EXPIRE_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A log that refuses at once would otherwise be asked without end. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final NodeContext node;
  private final LogChannel log;
  private final OpenBlock block;
  private final Replica replica;
  private final long endAtStart;
  private final LongSupplier clock;
  private final CommitTimes commitTimes;
  private final Queue<ReadCheck> readChecks = new LinkedBlockingQueue<>(READ_CHECKS_MAX);
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Replies replies = new Replies();

  private long sequence;
  private long expiredNanos;

  /** When the last record came that a node has signed. */
  private long lastRecordNanos;

  /** Whether everything that was in the log at the start was read. */
  private boolean hasReadAll;

  /** When a record may be appended again after one that failed. */
  private volatile long retryAtNanos;

  /** Whether it waits for a record or a transaction, and may append at once. */
  private volatile boolean ready;

  private volatile long orderedHeight;
  private volatile long lastPosition;

  private record ReadCheck(Call call, List<Read> reads) {}

  /**
   * @param endAtStart the shared log's end now: what stands before it has to be applied before the
   *     node votes and serves
   * @param clock in nanoseconds
   */
  ReplicaLoop(
      NodeContext node,
      LogChannel log,
      OpenBlock block,
      Replica replica,
      long endAtStart,
      LongSupplier clock) {
    this.node = node;
    this.log = log;
    this.block = block;
    this.replica = replica;
    this.endAtStart = endAtStart;
    this.clock = clock;
    expiredNanos = clock.getAsLong();
    this.commitTimes = new CommitTimes(node.times());
    retryAtNanos = expiredNanos;
    lastRecordNanos = expiredNanos;
    if (endAtStart <= replica.startPosition()) {
      hasReadAll = true;
      caughtUp.countDown();
    }
  }

  /** Whether everything that was in the log when the node started is applied. */
  boolean isCaughtUp() {
    return caughtUp.getCount() == 0;
  }

  boolean awaitCaughtUp(long timeoutMs) throws InterruptedException {
    return caughtUp.await(timeoutMs, TimeUnit.MILLISECONDS);
  }

  long orderedHeight() {
    return orderedHeight;
  }

  long lastPosition() {
    return lastPosition;
  }

  /** Checks the reads of a read-only transaction at one instant. */
  void checkReads(Call call, List<Read> reads) {
    if (!readChecks.offer(new ReadCheck(call, reads))) {
      call.fail(
          Failure.Code.BUSY, READ_CHECKS_MAX + " checks of reads wait here, the most allowed");
      return;
    }
    log.wake();
  }

  /** The open block has changed: a record may be due. For any thread. */
  void blockChanged() {
    if (ready || block.isFull()) {
      log.wake();
    }
  }

  /**
   * Reads once, and does what follows from it. The next record goes out before the decided blocks
   * are built and written: nobody needs to wait for that, and when it is done the records of the
   * others are there.
   *
   * @param waitNanos how long to wait for a record
   */
  @Override
  public void step(long waitNanos) throws InterruptedException {
    List<LogItem> items = log.read(waitNanos);
    ready = false;
    if (!items.isEmpty()) {
      process(items);
    }
    appendWhatIsDue();
    if (!items.isEmpty()) {
      write();
    }
    answerReadChecks();
    expire();
    replies.flush();
    commitTimes.answered(replica.decidedHeight());
  }

  private void expire() {
    long now = clock.getAsLong();
    if (now - expiredNanos >= EXPIRE_EVERY_NANOS) {
      expiredNanos = now;
      node.clients().waiters().expire(now, replies);
    }
  }

  /** Looks at the block after {@link #ready} is set, so that no change of it is missed. */
  @Override
  public long waitNanos() {
    ready = mayBeginRound();
    if ((ready && isSomethingToSay()) || mayAppendFullBlock() || !readChecks.isEmpty()) {
      return 0;
    }
    return ready && replica.isAttestationDue() ? Math.max(0, nanosUntilIdle()) : EXPIRE_EVERY_NANOS;
  }

  private long nanosUntilIdle() {
    long idleNanos = TimeUnit.MILLISECONDS.toNanos(node.self().options().attestIdleMs());
    return lastRecordNanos + idleNanos - clock.getAsLong();
  }

  private void process(List<LogItem> items) {
    long orderedBefore = replica.orderedHeight();
    long loadBefore = node.times().nanos(Stage.STATE_LOAD);
    commitTimes.begin();
    if (items.stream().anyMatch(item -> !(item instanceof LogItem.Ignored))) {
      lastRecordNanos = clock.getAsLong();
    }
    execute(() -> replica.process(items));
    commitTimes.ordered(
        orderedBefore + 1,
        replica.orderedHeight(),
        node.times().nanos(Stage.STATE_LOAD) - loadBefore);
    lastPosition = replica.lastPosition();
    hasReadAll |= lastPosition + 1 >= endAtStart;
    if (hasReadAll) {
      replica.requireSameRules();
    }
  }

  private void write() {
    execute(
        () ->
            replica
                .write()
                .forEach(
                    decision -> node.clients().waiters().decided(decision, replies, commitTimes)));
    node.clients().applied().advance(replica.decidedHeight());
    orderedHeight = replica.orderedHeight();
    if (hasReadAll) {
      caughtUp.countDown();
    }
  }

  /** Counts the time as that of execution, but for the parts that have stages of their own. */
  private void execute(Runnable work) {
    StageTimes times = node.times();
    long withinBefore = times.nanosWithinExecution();
    long start = System.nanoTime();
    work.run();
    long within = times.nanosWithinExecution() - withinBefore;
    times.add(Stage.EXECUTE, System.nanoTime() - start - within);
  }

  /** Looks at a bounded number of keys, so that the log goes on however fast more come. */
  private void answerReadChecks() {
    int keys = 0;
    while (keys < CHECKED_KEYS_PER_ROUND) {
      ReadCheck check = readChecks.poll();
      if (check == null) {
        return;
      }
      keys += check.reads().size();
      replies.add(check.call(), answerTo(check));
    }
  }

  private Response.Builder answerTo(ReadCheck check) {
    if (check.call().isExpired(clock.getAsLong())) {
      return check.call().failure(Failure.Code.TIMEOUT, "the reads were not checked in time");
    }
    boolean current = replica.areCurrent(check.reads());
    return check.call().answer().setCheckReads(CheckReadsReply.newBuilder().setCurrent(current));
  }

  private boolean mayBeginRound() {
    return mayAppend() && log.isQuiet() && !replica.hasUndecidedVote();
  }

  private boolean mayAppendFullBlock() {
    return mayAppend() && block.isFull() && log.hasRoom();
  }

  private boolean mayAppend() {
    return hasReadAll && clock.getAsLong() - retryAtNanos >= 0;
  }

  private void appendWhatIsDue() {
    if (mayBeginRound() && isSomethingToSay()) {
      append();
    }
    while (mayAppendFullBlock()) {
      append();
    }
  }

  private boolean isSomethingToSay() {
    return !block.isEmpty()
        || replica.isVoteDue()
        || (replica.isAttestationDue() && nanosUntilIdle() <= 0);
  }

  private void append() {
    long start = System.nanoTime();
    List<CheckedTransaction> taken = block.take();
    Outgoing record = log.codec().encode(node.self().key(), replica.vote(++sequence), taken);
    log.append(record, taken, failure -> giveUp(taken, failure));
    node.times().add(Stage.PROPOSE, System.nanoTime() - start);
  }

  private void giveUp(List<CheckedTransaction> transactions, Throwable failure) {
    retryAtNanos = clock.getAsLong() + RETRY_NANOS;
    String reason =
        ("a record could not be appended to the shared log; what becomes of its %s"
                + " transactions is not known: %s")
            .formatted(transactions.size(), failure.getMessage());
    LOG.warn(reason);
    transactions.forEach(transaction -> node.clients().waiters().giveUp(transaction.id(), reason));
  }
}
