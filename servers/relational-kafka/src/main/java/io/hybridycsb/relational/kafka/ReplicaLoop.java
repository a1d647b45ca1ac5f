package io.hybridycsb.relational.kafka;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the shared log, has its records applied, and appends this node's votes, once all is applied
 * that stood in the log when the node started. One record of votes is on its way at a time; the
 * next one is for all blocks that were executed meanwhile. {@link #run} is for one thread.
 */
final class ReplicaLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLoop.class);
  private static final long POLL_MS = 100;

  private final SharedLog log;
  private final LogCodec codec;
  private final Replica replica;
  private final Proposer proposer;
  private final Function<List<BlockHash>, byte[]> signVotes;
  private final Consumer<Throwable> ended;
  private final long endAtStart;
  private volatile long position;
  private volatile boolean caughtUp;
  private volatile int undecided;
  private CompletableFuture<Void> vote = CompletableFuture.completedFuture(null);

  /**
   * @param signVotes makes the record of this node's votes
   * @param ended is told why it can't go on
   * @throws IllegalStateException if the log ends before what the database has executed
   */
  ReplicaLoop(
      SharedLog log,
      LogCodec codec,
      Replica replica,
      Proposer proposer,
      Function<List<BlockHash>, byte[]> signVotes,
      Consumer<Throwable> ended) {
    this.log = log;
    this.codec = codec;
    this.replica = replica;
    this.proposer = proposer;
    this.signVotes = signVotes;
    this.ended = ended;
    position = replica.height();
    endAtStart = log.end();
    if (endAtStart < position) {
      throw new IllegalStateException(
          ("the log has %d records, and the database has executed block %d: are both this"
                  + " cluster's?")
              .formatted(endAtStart, position));
    }
  }

  /** How much of the log is to be read before the node may serve; empty if nothing is. */
  Optional<String> behind() {
    return caughtUp
        ? Optional.empty()
        : Optional.of("it has read %d of %d records of the log".formatted(position, endAtStart));
  }

  /** How many of the executed blocks are not known to be decided. For any thread. */
  int undecided() {
    return undecided;
  }

  @Override
  public void run() {
    try {
      log.seek(position);
      while (!Thread.currentThread().isInterrupted()) {
        step();
      }
    } catch (LogException e) {
      ended.accept(new IllegalStateException(e.getMessage(), e));
    } catch (RuntimeException | Error e) {
      ended.accept(e);
    }
  }

  private void step() {
    if (!caughtUp && position >= endAtStart) {
      replica.voteAgain();
      caughtUp = true;
    }
    vote();
    for (LogEntry entry : log.poll(POLL_MS)) {
      LogItem item = codec.decode(entry);
      if (item instanceof LogItem.Ignored ignored) {
        LOG.warn("record {} of the log is ignored: {}", ignored.position(), ignored.why());
      }
      replica.apply(item);
      position = entry.position() + 1;
      undecided = replica.undecided();
      if (item instanceof LogItem.Block block) {
        proposer.executed(block.number());
      }
      vote();
    }
  }

  private void vote() {
    if (!caughtUp || !vote.isDone()) {
      return;
    }
    if (vote.isCompletedExceptionally()) {
      LOG.warn("votes could not be appended; this node votes again");
      replica.voteAgain();
    }
    List<BlockHash> blocks = replica.takeVotes(LogCodec.VOTES_MAX);
    vote =
        blocks.isEmpty()
            ? CompletableFuture.completedFuture(null)
            : log.append(signVotes.apply(blocks));
  }
}
