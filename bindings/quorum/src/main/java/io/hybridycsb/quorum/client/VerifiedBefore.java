package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockVotes.Wanted;
import io.hybridycsb.verification.OnceASecond;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.verification.VerificationFailed;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The newest block that a process with the same state file has verified. The chain must still have
 * it before this process verifies anything; then it is moved on. Without a file there is none.
 */
final class VerifiedBefore {
  /** The name in a state file of the chain's blocks. */
  private static final String CHAIN = "blocks";

  private final ClusterFile cluster;
  private final Optional<StateFile> file;

  /** What the file had when this process began. */
  private final Optional<Position> kept;

  private final ReentrantLock asking = new ReentrantLock();
  private volatile boolean isThere;

  /** What nodes have shown once that had another block in its place; null while there are none. */
  private BlockVotes found;

  /** What this process has verified; null until it has. */
  private final AtomicReference<Position> newest = new AtomicReference<>();

  private final OnceASecond toSave = new OnceASecond();
  private volatile Position saved;

  /**
   * Reads the file.
   *
   * @throws IllegalStateException if it can't be read
   * @throws VerificationFailed if it is another chain's
   */
  VerifiedBefore(ClusterFile cluster, Optional<StateFile> file) {
    this.cluster = cluster;
    this.file = file;
    kept = file.flatMap(StateFile::read).map(this::position);
    isThere = kept.isEmpty();
  }

  private String ledger() {
    return "quorum " + Hex.of(cluster.genesisHash());
  }

  private Position position(Kept of) {
    VerificationFailed.throwIf(file.orElseThrow().whyNotOf(ledger(), of));
    return of.of(CHAIN);
  }

  /** The block's number; 0 if there is none. */
  long height() {
    return kept.map(Position::height).orElse(0L);
  }

  /**
   * Requires that a block isn't earlier than the kept one: a read that is to be proven later may
   * not be, no more than one that is proven at once.
   *
   * @throws VerificationFailed if it is
   */
  void requireNotEarlier(long block) {
    if (block < height()) {
      throw new VerificationFailed(
          "the read was of block %d; block %d was verified before".formatted(block, height()));
    }
  }

  /**
   * Requires that the chain has the block. Where blocks have seals, so many nodes must show it that
   * one of them is honest. Under Raft, most must. Nodes are asked once for a process, and again as
   * long as they lag behind.
   *
   * @param view has the nodes, and tells which are asked first
   * @throws VerificationFailed if so many nodes have another block that one of them is honest, now
   *     and ever after. Also if so many lack it in the end that no write is acknowledged without
   *     them
   * @throws NotAnswered if too few nodes answer in time
   */
  void requireThere(ChainView view, long deadlineNs) throws InterruptedException {
    if (isThere) {
      return;
    }
    if (!asking.tryLock(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw new NotAnswered("nodes are still asked for the block that was verified before");
    }
    try {
      if (isThere) {
        return;
      }
      BlockVotes votes = found != null ? found : votes(view, deadlineNs);
      found = votes.haveAnother() ? votes : null;
      votes.require(view);
      isThere = true;
    } finally {
      asking.unlock();
    }
  }

  private BlockVotes votes(ChainView view, long deadlineNs) throws InterruptedException {
    Wanted wanted = new Wanted(height(), kept.orElseThrow().hash());
    return BlockVotes.await(cluster, wanted, view, deadlineNs);
  }

  /** A block was verified. */
  void verified(SealedHeader header) {
    // The first block is in the cluster file.
    if (file.isPresent() && header.number() > 0) {
      newest.accumulateAndGet(
          new Position(header.number(), header.hash()),
          (before, now) -> before == null || now.height() > before.height() ? now : before);
    }
  }

  /**
   * Saves what was verified about once a second. If it can't be written now, that is left to the
   * next time: the read that it comes after has ended.
   *
   * @throws VerificationFailed as {@link #save} does
   */
  void saveAtTimes() {
    if (toSave.isDue()) {
      try {
        save(false);
      } catch (IllegalStateException e) {
        // At the end it is told.
      }
    }
  }

  /**
   * Keeps the later of the file's block and what this process has verified.
   *
   * @throws IllegalStateException if the file can't be read or written
   * @throws VerificationFailed if it is another chain's, or another process has verified another
   *     block of the same number
   */
  void save() {
    save(true);
  }

  /**
   * @param waits for others that have the file
   */
  private void save(boolean waits) {
    Position mine = newest.get();
    if (mine != null && !mine.equals(saved)) {
      StateFile to = file.orElseThrow();
      Function<Optional<Kept>, Kept> later = before -> after(before, mine);
      Optional<Kept> kept = waits ? Optional.of(to.update(later)) : to.tryUpdate(later);
      saved = kept.isPresent() ? mine : saved;
    }
  }

  private Kept after(Optional<Kept> before, Position mine) {
    Optional<Position> theirs = before.map(this::position);
    if (theirs.isPresent() && theirs.get().height() > mine.height()) {
      return before.get();
    }
    if (theirs.isPresent()
        && theirs.get().height() == mine.height()
        && !theirs.get().equals(mine)) {
      throw new VerificationFailed(
          "another process has verified another block at height %d".formatted(mine.height()));
    }
    return new Kept(ledger(), new TreeMap<>(Map.of(CHAIN, mine)));
  }
}
