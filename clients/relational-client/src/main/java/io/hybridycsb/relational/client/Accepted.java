package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Calls that nodes have accepted, and whose outcomes nobody waits for; they are asked for here. Of
 * calls without an outcome there are only so many: whoever brings more waits, as nodes would
 * otherwise gather what they can't execute for hours. What a node has lost is sent again.
 */
final class Accepted implements AutoCloseable {
  /**
   * What bounds it.
   *
   * @param callsMax calls without an outcome, at most
   * @param bytesMax bytes of the transactions that hold them, at most
   * @param patience how long an outcome is asked for, since the call was accepted and since any
   *     call's last outcome
   * @param pause before it is asked for again
   */
  record Limits(int callsMax, long bytesMax, Duration patience, Duration pause) {}

  /** Asks a node, which waits for the outcome. */
  interface Asker {
    /**
     * Asks for a transaction's result.
     *
     * @param node to be asked, counted from 0
     * @param again whether the transaction is to be sent again, in case the node has lost it; one
     *     that has it doesn't take it twice
     * @return empty, or a failure, if the node doesn't know it in time
     */
    CompletableFuture<Optional<Result>> ask(SignedCalls calls, int node, boolean again);
  }

  private final Limits limits;
  private final Asker asker;
  private final LongSupplier clockNanos;
  private final Executor later;
  private final SortedMap<Outcome, Long> outcomes = new TreeMap<>();
  private int open;
  private long openBytes;
  private long ended;

  /** When each node has told an outcome last, or this began. */
  private final long[] lastOutcomes;

  private volatile boolean closed;

  Accepted(Limits limits, int nodes, Asker asker) {
    this(limits, nodes, asker, System::nanoTime);
  }

  Accepted(Limits limits, int nodes, Asker asker, LongSupplier clockNanos) {
    this.limits = limits;
    this.clockNanos = clockNanos;
    lastOutcomes = new long[nodes];
    Arrays.fill(lastOutcomes, clockNanos.getAsLong());
    this.asker = asker;
    later = CompletableFuture.delayedExecutor(limits.pause().toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Waits for room.
   *
   * @param calls to be sent; more than there is ever room for go alone
   * @param deadline of {@link System#nanoTime}
   * @throws RelationalException.Unavailable if there is none in time
   */
  synchronized void reserve(SignedCalls calls, long deadline) {
    try {
      while (open > 0 && !hasRoomFor(calls)) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new RelationalException.Unavailable(
              "not sent: as many calls as there may be were accepted before, and have no outcome yet");
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      open += calls.calls();
      openBytes += calls.bytes();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RelationalException.Unavailable("not sent: interrupted");
    }
  }

  private boolean hasRoomFor(SignedCalls calls) {
    return open + calls.calls() <= limits.callsMax()
        && openBytes + calls.bytes() <= limits.bytesMax();
  }

  /** Gives room back, of calls that no node has accepted. */
  synchronized void release(SignedCalls calls) {
    open -= calls.calls();
    openBytes -= calls.bytes();
    notifyAll();
  }

  /**
   * A node has accepted calls for which there is room, or may have.
   *
   * @param node any number, modulo theirs
   */
  void add(SignedCalls calls, int node) {
    ask(calls, Math.floorMod(node, lastOutcomes.length), false, clockNanos.getAsLong());
  }

  private void ask(SignedCalls calls, int node, boolean again, long since) {
    long asked = clockNanos.getAsLong();
    asker
        .ask(calls, node, again)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null && answer.isPresent()) {
                end(calls, answer, node);
              } else if (closed || sinceLastOutcome(since) >= limits.patience().toNanos()) {
                end(calls, Optional.empty(), node);
              } else {
                boolean isOnlySlow = failure == null && hasToldSince(asked, node);
                int next = isOnlySlow ? node : (node + 1) % lastOutcomes.length;
                later.execute(() -> ask(calls, next, true, since));
              }
            });
  }

  /** A node that tells outcomes of others will come to this one. */
  private synchronized boolean hasToldSince(long asked, int node) {
    return lastOutcomes[node] - asked > 0;
  }

  /** Nanoseconds since a moment, and since any call's outcome. */
  private synchronized long sinceLastOutcome(long moment) {
    long now = clockNanos.getAsLong();
    long least = now - moment;
    for (long each : lastOutcomes) {
      least = Math.min(least, now - each);
    }
    return least;
  }

  /** Whoever awaits the outcomes goes on when those who want to know this one have heard it. */
  private void end(SignedCalls calls, Optional<Result> result, int node) {
    result.ifPresent(calls.decided()::complete);
    synchronized (this) {
      if (result.isPresent()) {
        lastOutcomes[node] = clockNanos.getAsLong();
        result.get().getOutcomesList().forEach(each -> outcomes.merge(each, 1L, Long::sum));
      }
      ended += calls.calls();
      release(calls);
    }
  }

  /**
   * Waits until no call is asked for any more.
   *
   * @param most how long without any call's outcome
   */
  synchronized void awaitOutcomes(Duration most) {
    long began = clockNanos.getAsLong();
    try {
      long left = most.toNanos();
      while (open > 0 && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = most.toNanos() - sinceLastOutcome(began);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What became of them; empty if there was none. */
  synchronized Optional<String> summary() {
    long all = ended + open;
    if (all == 0) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder("of %,d accepted calls ".formatted(all));
    long without = all;
    for (Map.Entry<Outcome, Long> outcome : outcomes.entrySet()) {
      text.append("%,d are %s, ".formatted(outcome.getValue(), outcome.getKey()));
      without -= outcome.getValue();
    }
    return Optional.of(text.append("%,d have no outcome".formatted(without)).toString());
  }

  @Override
  public void close() {
    closed = true;
  }
}
