package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many bytes of transactions a writer may have on their way into the chain. Sealers that need
 * longer for a block than the time between two blocks seal branches, and then each executes several
 * blocks for one that stays. So the window halves when a block comes late or is taken back, and
 * grows with each block that comes in time, if it was used up: as TCP's does (RFC 5681). It grows
 * by the same everywhere, a part of what blocks hold, so that the writers of all nodes come to
 * equal windows. It never halves below the writer's share of a block.
 */
final class SendWindow {
  /** It doesn't get smaller. A writer may always have one write on its way. */
  static final long BYTES_MIN = 4_096;

  /** Where it begins. It doubles with each block from there until one is late. */
  static final long BYTES_FIRST = 16_384;

  /** It doesn't get larger. */
  static final long BYTES_MAX = 16 << 20;

  /** What is sent now comes into the second next block: so much is on its way, in shares. */
  private static final int BLOCKS_UNDERWAY = 2;

  /** The window's effect is seen after so many blocks. */
  private static final int BLOCKS_UNTIL_SEEN = 3;

  /** By what part of the share the window grows. */
  private static final int STEPS = 8;

  private static final long STEP_MIN = 256;

  private final long lateNs;
  private final int writers;
  private final LongSupplier nanoTime;
  private long bytes = BYTES_FIRST;
  private boolean doubles = true;
  private long mostUnderway;
  private boolean wasUsedUp;
  private long changedNs;
  private long judgeFrom;

  /** The bytes of records in a block, on average of the last ones. */
  private long blockBytes;

  /**
   * @param periodS seconds between two blocks
   * @param writers of all nodes that write into the chain
   * @param nanoTime the clock
   */
  SendWindow(long periodS, int writers, LongSupplier nanoTime) {
    this.lateNs = TimeUnit.SECONDS.toNanos(periodS) * 3 / 2;
    this.writers = Math.max(1, writers);
    this.nanoTime = nanoTime;
    this.changedNs = nanoTime.getAsLong();
  }

  /** How many bytes may be on their way. */
  synchronized long bytes() {
    return bytes;
  }

  /**
   * How many bytes more may be sent; none if it is 0 or less.
   *
   * @param underway the bytes of the transactions that no block has yet
   */
  synchronized long room(long underway) {
    mostUnderway = Math.max(mostUnderway, underway);
    wasUsedUp |= underway >= bytes;
    return bytes - underway;
  }

  /**
   * The chain has changed.
   *
   * @param undone blocks that it no longer has
   * @param applied blocks that it has now, in order
   */
  synchronized void chainChanged(List<Block> undone, List<Block> applied) {
    long now = nanoTime.getAsLong();
    applied.forEach(block -> blockBytes = (3 * blockBytes + bytesOf(block)) / 4);
    long share = blockBytes * BLOCKS_UNDERWAY / writers;
    Block last = (applied.isEmpty() ? undone : applied).get(Math.max(0, applied.size() - 1));
    boolean judges = mostUnderway > 0 && last.number() >= judgeFrom;
    if (judges && (!undone.isEmpty() || isLate(applied, now - changedNs))) {
      long half = Math.max(Math.min(bytes, mostUnderway), share) / 2;
      bytes = Math.max(BYTES_MIN, Math.min(bytes, half));
      doubles = false;
      judgeFrom = last.number() + BLOCKS_UNTIL_SEEN;
    } else if (wasUsedUp) {
      long step = doubles ? bytes : Math.max(STEP_MIN, share / STEPS);
      bytes = Math.min(BYTES_MAX, bytes + step);
    }
    mostUnderway = 0;
    wasUsedUp = false;
    changedNs = now;
  }

  private static long bytesOf(Block block) {
    return block.writes().stream().mapToLong(w -> (long) w.key().length + w.value().length).sum();
  }

  /** Only a sealer whose turn it is seals at once; others wait, each for a while of its own. */
  private boolean isLate(List<Block> applied, long tookNs) {
    return applied.get(applied.size() - 1).inTurn() && tookNs / applied.size() > lateNs;
  }
}
