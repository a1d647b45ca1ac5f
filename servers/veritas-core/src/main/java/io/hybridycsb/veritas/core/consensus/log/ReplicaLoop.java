package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.proto.CheckReadsReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the {@link Replica}: it takes what the {@link LogChannel} has read, lets
 * the replica go through it, answers the clients whose transactions are decided, and votes. One
 * vote is on its way at a time, so that under load a vote covers several blocks.
 *
 * <pre>
 * from          to            when
 * CATCHING_UP   READY         everything that was in the log at the start is applied
 * READY         VOTE_SENT     a vote was due
 * VOTE_SENT     READY         the vote came back from the log, or is overdue and cast again
 * </pre>
 *
 * Any other move is refused: it would be a defect.
 */
final class ReplicaLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLoop.class);
  private static final int RECORDS_PER_ROUND = 256;
  private static final int READ_CHECKS_MAX = 10_000;
  private static final int CHECKED_KEYS_PER_ROUND = 1_000;
  private static final long EXPIRE_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long VOTE_RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final NodeContext node;
  private final LogChannel log;
  private final Replica replica;
  private final long endAtStart;
  private final Pacer pacer;
  private final LongSupplier clock;
  private final CommitTimes commitTimes;
  private final Queue<ReadCheck> readChecks = new LinkedBlockingQueue<>(READ_CHECKS_MAX);
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final List<LogItem> round = new ArrayList<>();
  private final Replies replies = new Replies();

  private State state = State.CATCHING_UP;
  private long voteSentNanos;
  private long voteDueNanos;
  private long expiredNanos;
  private volatile long orderedHeight;
  private volatile long lastPosition;

  private record ReadCheck(Call call, List<Read> reads) {}

  /** What the node may do. */
  enum State {
    /** Neither vote nor serve. */
    CATCHING_UP,
    READY,
    /** Serve, and wait for its vote to come back. */
    VOTE_SENT;

    private boolean mayBecome(State next) {
      return next == (this == READY ? VOTE_SENT : READY);
    }
  }

  /**
   * @param endAtStart the shared log's end now: what stands before it has to be applied before the
   *     node votes and serves
   * @param clock in nanoseconds
   */
  ReplicaLoop(
      NodeContext node,
      LogChannel log,
      Replica replica,
      Pacer pacer,
      long endAtStart,
      LongSupplier clock) {
    this.node = node;
    this.log = log;
    this.replica = replica;
    this.pacer = pacer;
    this.endAtStart = endAtStart;
    this.clock = clock;
    voteSentNanos = clock.getAsLong();
    expiredNanos = voteSentNanos;
    this.commitTimes = new CommitTimes(node.times());
    if (endAtStart <= replica.startPosition()) {
      moveTo(State.READY);
    }
  }

  /**
   * Goes on to another state.
   *
   * @throws IllegalStateException if that state can't follow
   */
  void moveTo(State next) {
    if (!state.mayBecome(next)) {
      throw new IllegalStateException(
          ("%s can't go from %s to %s: at position %d of the log, which ended at %d when it started;"
                  + " %d blocks ordered, %d decided; last vote %d ms ago")
              .formatted(
                  node.self().name(),
                  state,
                  next,
                  lastPosition,
                  endAtStart,
                  replica.orderedHeight(),
                  replica.decidedHeight(),
                  TimeUnit.NANOSECONDS.toMillis(clock.getAsLong() - voteSentNanos)));
    }
    state = next;
    if (next == State.READY) {
      caughtUp.countDown();
    }
  }

  /** Counted down when everything that was in the log when the node started is applied. */
  CountDownLatch caughtUp() {
    return caughtUp;
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
    }
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
   * One round of the loop.
   *
   * @param waitNanos how long to wait for a record
   */
  void step(long waitNanos) throws InterruptedException {
    LogItem first = log.poll(waitNanos);
    if (first != null) {
      round.add(first);
      log.drainTo(round, RECORDS_PER_ROUND - 1);
      process();
      round.clear();
    }
    answerReadChecks();
    vote(first == null);
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

  private long waitNanos() {
    if (!readChecks.isEmpty()) {
      return 0;
    }
    long idleNanos = TimeUnit.MILLISECONDS.toNanos(node.self().options().attestIdleMs());
    return voteDueNanos == 0 || state == State.VOTE_SENT
        ? idleNanos
        : Math.max(0, Math.min(idleNanos, voteDueNanos - clock.getAsLong()));
  }

  private void process() {
    StageTimes times = node.times();
    long withinBefore = times.nanosWithinExecution();
    long orderedBefore = replica.orderedHeight();
    long loadBefore = times.nanos(Stage.STATE_LOAD);
    long start = System.nanoTime();
    commitTimes.begin();
    List<Decision> decisions = replica.process(round);
    for (Decision decision : decisions) {
      node.clients().waiters().decided(decision, replies, commitTimes);
    }
    if (!decisions.isEmpty()) {
      node.clients().commits().wake();
    }
    commitTimes.ordered(
        orderedBefore + 1, replica.orderedHeight(), times.nanos(Stage.STATE_LOAD) - loadBefore);
    long within = times.nanosWithinExecution() - withinBefore;
    times.add(Stage.EXECUTE, System.nanoTime() - start - within);
    node.clients().applied().advance(replica.decidedHeight());
    int transactions = 0;
    for (LogItem item : round) {
      if (item instanceof LogItem.CastVote vote && replica.isOwn(vote)) {
        if (state == State.VOTE_SENT) {
          moveTo(State.READY);
          pacer.took(clock.getAsLong() - voteSentNanos);
        }
      } else if (item instanceof LogItem.OrderedBlock block) {
        transactions += block.transactions().size();
      }
    }
    pacer.arrived(transactions, clock.getAsLong());
    orderedHeight = replica.orderedHeight();
    lastPosition = replica.lastPosition();
    if (state == State.CATCHING_UP && lastPosition + 1 >= endAtStart) {
      moveTo(State.READY);
    }
    if (state != State.CATCHING_UP) {
      replica.requireSameRules();
    }
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

  private void vote(boolean idle) {
    if (state == State.VOTE_SENT && clock.getAsLong() - voteSentNanos >= VOTE_RETRY_NANOS) {
      moveTo(State.READY);
    }
    if (state != State.READY || !isVoteDue()) {
      return;
    }
    Optional<VoteBody> vote = replica.vote(idle);
    if (vote.isPresent()) {
      voteDueNanos = 0;
      moveTo(State.VOTE_SENT);
      voteSentNanos = clock.getAsLong();
      log.append(vote.get())
          .whenComplete(
              (ignored, failure) -> {
                if (failure != null) {
                  LOG.warn(
                      "a vote could not be appended to the shared log and will be cast again: {}",
                      failure.getMessage());
                }
              });
    }
  }

  /** Under load, blocks that come within the {@link Pacer}'s time share a vote. */
  private boolean isVoteDue() {
    if (!replica.hasUnvotedBlocks()) {
      return true;
    }
    if (replica.hasUndecidedVote()) {
      return false;
    }
    long now = clock.getAsLong();
    if (voteDueNanos == 0) {
      voteDueNanos = now + pacer.waitNanos(now);
    }
    return now - voteDueNanos >= 0;
  }
}
