package io.hybridycsb.blockchaindb.client;

import io.hybridycsb.blockchaindb.client.AgreedBlocks.Reached;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Which block numbers in nodes' answers are believed. A number is one node's word; if each were
 * believed, one liar could have everybody wait for a block that never comes.
 */
final class SeenBlocks {
  /**
   * How far a node may be ahead of the others. A sealer has its own block first, and others may be
   * one more behind while they execute.
   */
  private static final int AHEAD_MAX = 2;

  /** Between two questions to the nodes. */
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * For each cluster and each of its shards, the newest block in which a write of this process was
   * committed, of those that an honest node has reached. It outlives the client: with few
   * operations each, YCSB's threads so far may all have ended, and closed their client, before the
   * next thread starts.
   */
  private static final Map<ClusterFile, AtomicLongArray> SHARED = new ConcurrentHashMap<>();

  private final AgreedBlocks blocks;
  private final long questionNs;
  private final long apartNs;
  private final List<Known> shards;
  private final AtomicLongArray shared;

  /** What is known of a shard. */
  private static final class Known {
    private final ReentrantLock asking = new ReentrantLock();

    /** The greatest number of a block that an honest node has reached; 0 before any is known. */
    private volatile long reached;

    /** When the nodes were asked last, and for which number. */
    private long askedNs = System.nanoTime() - PAUSE_NS;

    private long askedFor;

    /** Whether all nodes had answered then, or wouldn't. */
    private boolean isWhole;

    /**
     * Whether the answer about a number is known already: if a number isn't reached, no larger one
     * is.
     */
    private boolean isAnswered(long number) {
      return number <= askedFor || reached < askedFor;
    }
  }

  SeenBlocks(ClusterFile cluster, AgreedBlocks blocks, BlockTimes times) {
    int count = cluster.shards().size();
    this.blocks = blocks;
    this.questionNs = TimeUnit.MILLISECONDS.toNanos(times.questionMs());
    this.apartNs = TimeUnit.MILLISECONDS.toNanos(times.apartMs());
    this.shards = Stream.generate(Known::new).limit(count).toList();
    this.shared = SHARED.computeIfAbsent(cluster, c -> new AtomicLongArray(count));
  }

  /**
   * Whether an honest node has reached a block; false while too few nodes answer. While a node is
   * silent the others are asked again: they may be about to reach it. It takes two questions' time
   * at most.
   */
  boolean isReached(int shard, long number) {
    long end = System.nanoTime() + questionNs;
    boolean isWhole = false;
    try {
      while (!isKnown(shard, number) && !isWhole && System.nanoTime() - end < 0) {
        isWhole = ask(shard, number, end);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return isKnown(shard, number);
  }

  /** The same, without a question to any node. */
  private boolean isKnown(int shard, long number) {
    return number <= shards.get(shard).reached;
  }

  /**
   * The block that a node has named if an honest node is so far, or nearly; 0 otherwise, and while
   * too few nodes answer.
   */
  long believed(int shard, long named) {
    return isReached(shard, named - AHEAD_MAX) ? named : 0;
  }

  /** The newest block that all sessions of this process wait for. */
  long shared(int shard) {
    return shared.get(shard);
  }

  /**
   * Has all sessions of this process wait for a block in which one of them has written. First waits
   * itself until another node than the one that has named it has reached it; if that takes longer
   * than nodes are apart, it shares nothing.
   *
   * @param block that is believed
   */
  void share(int shard, long block, long deadline) {
    if (block <= shared.get(shard)) {
      return;
    }
    long end = Math.min(deadline, System.nanoTime() + apartNs);
    while (!isReached(shard, block)) {
      if (System.nanoTime() >= end || Thread.currentThread().isInterrupted()) {
        return;
      }
    }
    shared.accumulateAndGet(shard, block, Math::max);
  }

  /**
   * Those who come while the nodes are asked wait for one more question, which they share.
   *
   * @param end until when others' questions are waited for
   * @return whether all nodes have answered, or won't
   */
  private boolean ask(int shard, long enough, long end) throws InterruptedException {
    Known known = shards.get(shard);
    long came = System.nanoTime();
    if (!known.asking.tryLock(end - came, TimeUnit.NANOSECONDS)) {
      return false;
    }
    try {
      if (known.askedNs - came >= 0 && known.isAnswered(enough)) {
        return known.isWhole;
      }
      TimeUnit.NANOSECONDS.sleep(known.askedNs + PAUSE_NS - System.nanoTime());
      known.askedNs = System.nanoTime();
      known.askedFor = enough;
      Reached found = blocks.reached(shard, enough, known.askedNs + questionNs);
      known.reached = Math.max(known.reached, found.newest());
      known.isWhole = found.isWhole();
      return known.isWhole;
    } finally {
      known.asking.unlock();
    }
  }
}
