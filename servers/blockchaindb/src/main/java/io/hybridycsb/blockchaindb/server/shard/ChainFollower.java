package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.NewHeads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a chain from its first block on, and keeps a shard's state at its newest block. When the
 * chain switches to another branch, the blocks of the old branch are undone. If the branches part
 * before the oldest block that can be undone, the whole state is derived afresh.
 */
final class ChainFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChainFollower.class);

  private static final long UNREACHABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The most blocks in one step; a step also ends when its blocks have enough bytes. */
  private static final int STEP_BLOCKS = 64;

  private static final long STEP_BYTES = 32 << 20;

  /**
   * After the state was derived afresh, the listener is told of so many of the newest blocks. A
   * writer's transactions that are still on their way are in no older ones.
   */
  private static final int TOLD_BLOCKS = 4_096;

  /** Told of each change of the chain, after the state has changed. Called by one thread. */
  interface Listener {
    /**
     * @param undone blocks that the chain no longer has
     * @param applied blocks that it has now, in order
     */
    void changed(List<Block> undone, List<Block> applied);
  }

  private final EthChain chain;
  private final ShardState state;
  private final Listener listener;
  private final StallWatch stallWatch;
  private final NewHeads heads;
  private final Thread thread;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private volatile long reorganisations;

  /** Whether the chain's client answered when it was asked last. */
  private boolean reachable = true;

  /** Whether the state was at the chain's newest block, and nothing has gone wrong since. */
  private volatile boolean following;

  /**
   * @param periodS seconds between two blocks
   */
  ChainFollower(String name, EthChain chain, ShardState state, long periodS, Listener listener) {
    this.chain = chain;
    this.state = state;
    this.listener = listener;
    this.heads = chain.newHeads();
    this.stallWatch = new StallWatch(chain, periodS, System::nanoTime);
    this.thread = new Thread(this::followUntilClosed, "follow-" + name);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Waits until the newest block was reached once and is sealed. */
  boolean awaitCaughtUp(long timeoutMs) throws InterruptedException {
    return caughtUp.await(timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** Whether the newest block was reached, and the state has followed the chain since. */
  boolean isFollowing() {
    return following;
  }

  /** How often blocks were undone. */
  long reorganisations() {
    return reorganisations;
  }

  private void followUntilClosed() {
    try (heads) {
      follow();
    }
  }

  private void follow() {
    boolean wasTold = true;
    while (!Thread.currentThread().isInterrupted()) {
      try {
        boolean moved = step();
        if (moved && !wasTold) {
          heads.missed();
        }
        wasTold = true;
        boolean urged = stallWatch.watch(state.newest().map(Block::number).orElse(-1L));
        if (!reachable) {
          LOG.info("the chain's client answers again");
          reachable = true;
        }
        if (!moved) {
          if (state.newest().filter(block -> block.number() > 0).isPresent()) {
            following = true;
            caughtUp.countDown();
          }
          wasTold = urged || heads.await();
        }
      } catch (InterruptedException e) {
        return;
      } catch (RpcFailure e) {
        stallWatch.clientIsAway();
        following = false;
        if (reachable) {
          LOG.warn("cannot follow the chain: {}", e.getMessage());
          reachable = false;
        }
        LockSupport.parkNanos(UNREACHABLE_NANOS);
      } catch (RuntimeException e) {
        following = false;
        LOG.error("cannot follow the chain; trying again", e);
        LockSupport.parkNanos(UNREACHABLE_NANOS);
      }
    }
  }

  /** Takes new blocks. Returns whether there were any. */
  private boolean step() throws RpcFailure, InterruptedException {
    Optional<Block> newest = state.newest();
    String ofChain = chain.newestHash();
    if (newest.isPresent() && newest.get().hash().equals(ofChain)) {
      return false;
    }
    List<Block> next = blocksAfter(newest, ofChain);
    if (!next.isEmpty()) {
      change(List.of(), next);
      return true;
    }
    return takeOtherBranch(ofChain);
  }

  /**
   * Takes the chain's blocks instead of those that it no longer has. Returns whether there were
   * any.
   */
  private boolean takeOtherBranch(String newest) throws RpcFailure, InterruptedException {
    List<Block> known = state.recent();
    int common = 0;
    while (common < known.size() && !isOfChain(known.get(common))) {
      common++;
    }
    if (common > 0 && common == known.size()) {
      deriveAfresh(known, newest);
      return true;
    }
    List<Block> undone = known.subList(0, common);
    List<Block> applied =
        blocksAfter(
            common < known.size() ? Optional.of(known.get(common)) : Optional.empty(), newest);
    if (undone.isEmpty() && applied.isEmpty()) {
      return false;
    }
    if (!undone.isEmpty()) {
      reorganisations++;
      LOG.info("reorganisation: {} blocks are replaced by {}", undone.size(), applied.size());
    }
    change(undone, applied);
    return true;
  }

  private void change(List<Block> undone, List<Block> applied) {
    state.replace(undone.size(), applied);
    listener.changed(undone, applied);
  }

  /**
   * The chain's next blocks, as many as a step takes; none if it doesn't have the one before.
   *
   * @param newest the hash of its newest block
   */
  private List<Block> blocksAfter(Optional<Block> known, String newest)
      throws RpcFailure, InterruptedException {
    Optional<Block> last = known;
    List<Block> found = new ArrayList<>();
    long bytes = 0;
    while (found.size() < STEP_BLOCKS
        && bytes < STEP_BYTES
        && !last.map(Block::hash).equals(Optional.of(newest))) {
      Optional<Block> next = chain.block(last.map(block -> block.number() + 1).orElse(0L));
      boolean fits =
          next.isPresent() && (last.isEmpty() || next.get().parent().equals(last.get().hash()));
      if (!fits) {
        break;
      }
      found.add(next.get());
      bytes += next.get().writes().stream().mapToLong(write -> write.value().length).sum();
      last = next;
    }
    return found;
  }

  /** Until the end readers see the state of the branch that is gone, as a whole. */
  private void deriveAfresh(List<Block> undone, String newest)
      throws RpcFailure, InterruptedException {
    following = false;
    reorganisations++;
    LOG.warn(
        "none of the last {} blocks is of the chain any more: deriving all records afresh",
        undone.size());
    ShardState afresh = new ShardState();
    Deque<Block> told = new ArrayDeque<>();
    List<Block> step = blocksAfter(Optional.empty(), newest);
    while (!step.isEmpty()) {
      afresh.replace(0, step);
      step.forEach(block -> told.add(block.withoutWrites()));
      while (told.size() > TOLD_BLOCKS) {
        told.remove();
      }
      step = blocksAfter(afresh.newest(), newest);
    }
    state.become(afresh);
    listener.changed(undone, List.copyOf(told));
  }

  private boolean isOfChain(Block block) throws RpcFailure, InterruptedException {
    return chain.hash(block.number()).filter(block.hash()::equals).isPresent();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
