package io.hybridycsb.blockchaindb.client;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Which block numbers in nodes' answers are believed. A number is one node's word; if each were
 * believed, one liar could have everybody wait for a block that never comes.
 */
final class SeenBlocks {
  /** How far a node may be ahead of the others. */
  private static final int AHEAD_MAX = 16;

  private static final long ASK_EVERY_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

  private final AgreedBlocks blocks;
  private final List<Bound> bounds;

  /** The greatest number that is believed of a shard. */
  private static final class Bound {
    private final ReentrantLock asking = new ReentrantLock();
    private volatile long most;
    private long askedNs = System.nanoTime() - ASK_EVERY_NS;

    /** So few nodes answer that nobody can say more than one of them. */
    private volatile boolean isUnknown;
  }

  SeenBlocks(AgreedBlocks blocks, int shards) {
    this.blocks = blocks;
    this.bounds = Stream.generate(Bound::new).limit(shards).toList();
  }

  /** The block that a node has named if an honest node is so far, or nearly; 0 otherwise. */
  long believed(int shard, long named) {
    Bound bound = bounds.get(shard);
    // Long before it is needed, so that only the one who asks has to wait.
    if (named > bound.most - AHEAD_MAX / 2) {
      if (named > bound.most) {
        bound.asking.lock();
      } else if (!bound.asking.tryLock()) {
        return named;
      }
      try {
        ask(shard, bound);
      } finally {
        bound.asking.unlock();
      }
    }
    return named <= bound.most || bound.isUnknown ? named : 0;
  }

  private void ask(int shard, Bound bound) {
    long now = System.nanoTime();
    if (now - bound.askedNs < ASK_EVERY_NS) {
      return;
    }
    long newest = blocks.newest(shard, now + TIMEOUT_NS);
    bound.isUnknown = newest == 0;
    bound.most = bound.isUnknown ? 0 : newest + AHEAD_MAX;
    bound.askedNs = System.nanoTime();
  }
}
