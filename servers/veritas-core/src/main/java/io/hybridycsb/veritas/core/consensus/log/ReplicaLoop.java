package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.state.SelfHealingStore;
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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the {@link Replica}: it takes what the {@link LogReader} has read, lets
 * the replica go through it, answers the clients whose transactions are decided, and votes. One
 * vote is on its way at a time, so that under load a vote covers several blocks.
 */
final class ReplicaLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLoop.class);
  private static final int RECORDS_PER_ROUND = 256;
  private static final int READ_CHECKS_PER_ROUND = 256;
  private static final long EXPIRE_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long VOTE_RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LogContext context;
  private final Replica replica;
  private final SelfHealingStore store;
  private final AppliedHeight applied;
  private final ReadAhead items;
  private final long endAtStart;
  private final Pacer pacer;
  private final CommitTimes commitTimes;
  private final ConcurrentLinkedQueue<ReadCheck> readChecks = new ConcurrentLinkedQueue<>();
  private final CountDownLatch caughtUp = new CountDownLatch(1);

  private boolean voteUnderway;
  private long voteSentNanos = System.nanoTime();
  private long voteDueNanos;
  private long expiredNanos = System.nanoTime();
  private volatile long orderedHeight;
  private volatile long lastPosition;

  private record ReadCheck(Call call, List<Read> reads) {}

  /**
   * @param endAtStart the shared log's end now: what stands before it has to be applied before the
   *     node votes and serves
   */
  ReplicaLoop(
      LogContext context,
      Replica replica,
      SelfHealingStore store,
      AppliedHeight applied,
      ReadAhead items,
      long endAtStart) {
    this.context = context;
    this.replica = replica;
    this.store = store;
    this.applied = applied;
    this.items = items;
    this.endAtStart = endAtStart;
    this.commitTimes = new CommitTimes(context.times());
    long lingerNanos = TimeUnit.MILLISECONDS.toNanos(context.options().blockLingerMs());
    this.pacer = new Pacer(lingerNanos, context.nodes(), System.nanoTime());
    if (endAtStart <= replica.startPosition()) {
      caughtUp.countDown();
    }
  }

  /** Counted down when everything is applied that stood in the log when the node started. */
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
    readChecks.add(new ReadCheck(call, reads));
  }

  @Override
  public void run() {
    List<LogItem> round = new ArrayList<>();
    Replies replies = new Replies();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        LogItem first = items.poll(waitNanos());
        if (first != null) {
          round.add(first);
          items.drainTo(round, RECORDS_PER_ROUND - 1);
          process(round, replies);
          round.clear();
        }
        store.healIfLost();
        answerReadChecks(replies);
        vote(first == null);
        expire(replies);
        replies.flush();
        commitTimes.answered(replica.decidedHeight());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void expire(Replies replies) {
    long now = System.nanoTime();
    if (now - expiredNanos >= EXPIRE_EVERY_NANOS) {
      expiredNanos = now;
      context.waiters().expire(now, replies);
    }
  }

  private long waitNanos() {
    if (!readChecks.isEmpty()) {
      return 0;
    }
    long idleNanos = TimeUnit.MILLISECONDS.toNanos(context.options().attestIdleMs());
    return voteDueNanos == 0 || voteUnderway
        ? idleNanos
        : Math.max(0, Math.min(idleNanos, voteDueNanos - System.nanoTime()));
  }

  private void process(List<LogItem> round, Replies replies) {
    StageTimes times = context.times();
    long withinBefore = times.nanosWithinExecution();
    long orderedBefore = replica.orderedHeight();
    long loadBefore = times.nanos(Stage.STATE_LOAD);
    long start = System.nanoTime();
    commitTimes.begin();
    for (Decision decision : replica.process(round)) {
      context.waiters().decided(decision, replies, commitTimes);
    }
    commitTimes.ordered(
        orderedBefore + 1, replica.orderedHeight(), times.nanos(Stage.STATE_LOAD) - loadBefore);
    long within = times.nanosWithinExecution() - withinBefore;
    times.add(Stage.EXECUTE, System.nanoTime() - start - within);
    applied.advance(replica.decidedHeight());
    int transactions = 0;
    for (LogItem item : round) {
      if (item instanceof LogItem.CastVote vote && replica.isOwn(vote)) {
        voteUnderway = false;
      } else if (item instanceof LogItem.OrderedBlock block) {
        transactions += block.transactions().size();
      }
    }
    pacer.arrived(transactions, System.nanoTime());
    orderedHeight = replica.orderedHeight();
    lastPosition = replica.lastPosition();
    if (lastPosition + 1 >= endAtStart) {
      caughtUp.countDown();
    }
  }

  /** Some of those that wait: however fast more come, the log goes on in between. */
  private void answerReadChecks(Replies replies) {
    for (int i = 0; i < READ_CHECKS_PER_ROUND; i++) {
      ReadCheck check = readChecks.poll();
      if (check == null) {
        return;
      }
      replies.add(check.call(), answerTo(check));
    }
  }

  private Response.Builder answerTo(ReadCheck check) {
    if (check.call().isExpired(System.nanoTime())) {
      return check.call().failure(Failure.Code.TIMEOUT, "the reads were not checked in time");
    }
    boolean current = replica.areCurrent(check.reads());
    return check.call().answer().setCheckReads(CheckReadsReply.newBuilder().setCurrent(current));
  }

  private void vote(boolean idle) {
    if (caughtUp.getCount() > 0) {
      return;
    }
    if (voteUnderway && System.nanoTime() - voteSentNanos < VOTE_RETRY_NANOS) {
      return;
    }
    if (!isVoteDue()) {
      return;
    }
    Optional<VoteBody> vote = replica.vote(idle);
    if (vote.isPresent()) {
      voteDueNanos = 0;
      voteUnderway = true;
      voteSentNanos = System.nanoTime();
      Outgoing record = context.codec().encodeVote(context.key(), vote.get());
      context
          .append(record)
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

  /** Under load, a vote comes no sooner after the one before it than is worth waiting. */
  private boolean isVoteDue() {
    if (!replica.hasUnvotedBlocks()) {
      return true;
    }
    long now = System.nanoTime();
    if (voteDueNanos == 0) {
      voteDueNanos = voteSentNanos + pacer.waitNanos(now);
    }
    return now - voteDueNanos >= 0;
  }
}
