package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.quorum.client.BlockVotes.Wanted;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process's client of a network. Its sessions share what they know of the chain: what one has
 * read or written, no other reads an earlier state of.
 */
public final class QuorumClient implements AutoCloseable {
  /** A block is asked for while others wait for what is in it. */
  private static final long FOLLOW_TIMEOUT_MS = 3_000;

  /** Nodes may just be starting. */
  private static final long BEGIN_TIMEOUT_MS = 10_000;

  private static final int AGREED_MAX = 1_024;

  private final ClusterFile cluster;
  private final ReadPolicy reads;
  private final long timeoutMs;
  private final List<QuorumNode> nodes;
  private final ChainView view;
  private final VerifiedBefore before;
  private final AtomicLong seen = new AtomicLong();
  private final AtomicInteger sessions = new AtomicInteger();

  /** Blocks that enough nodes have, of those that the view doesn't tell of. */
  private final Map<Long, SealedHeader> agreed = new ConcurrentHashMap<>();

  private QuorumClient(
      ClusterFile cluster,
      ReadPolicy reads,
      long timeoutMs,
      List<QuorumNode> nodes,
      ChainView view,
      VerifiedBefore before) {
    this.cluster = cluster;
    this.reads = reads;
    this.timeoutMs = timeoutMs;
    this.nodes = nodes;
    this.view = view;
    this.before = before;
    sees(view.newest());
  }

  /**
   * Connects.
   *
   * @param timeoutMs for an operation
   * @throws IllegalStateException if no node answers, or the state file can't be read
   * @throws VerificationFailed if the state file is another chain's
   */
  public static QuorumClient open(ClusterFile cluster, ReadPolicy reads, long timeoutMs)
      throws InterruptedException {
    return open(
        cluster,
        reads,
        timeoutMs,
        Math.min(timeoutMs, BEGIN_TIMEOUT_MS),
        Math.min(timeoutMs, FOLLOW_TIMEOUT_MS));
  }

  /** As the public one, with the times for the beginning and for each question for new blocks. */
  static QuorumClient open(
      ClusterFile cluster, ReadPolicy reads, long timeoutMs, long beginMs, long followMs)
      throws InterruptedException {
    VerifiedBefore before = new VerifiedBefore(cluster, reads.stateFile().map(StateFile::new));
    ChainView view = ChainView.open(nodes(cluster, followMs), cluster.shownBy(), beginMs);
    return new QuorumClient(cluster, reads, timeoutMs, nodes(cluster, timeoutMs), view, before);
  }

  private static List<QuorumNode> nodes(ClusterFile cluster, long timeoutMs) {
    return cluster.nodes().stream().map(node -> QuorumNode.of(cluster, node, timeoutMs)).toList();
  }

  public ClusterFile cluster() {
    return cluster;
  }

  /** A session for one thread; sessions begin at the nodes in turn. */
  public QuorumSession session() {
    return sessionAt(sessions.getAndIncrement() % nodes.size());
  }

  /**
   * A session that asks a node first.
   *
   * @param node from 0
   */
  public QuorumSession sessionAt(int node) {
    return new QuorumSession(this, node);
  }

  Freshness freshness() {
    return reads.freshness();
  }

  /** When an operation that begins now must end, as of {@link System#nanoTime}. */
  long deadlineNs() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  QuorumNode node(int number) {
    return nodes.get(number);
  }

  int nodeCount() {
    return nodes.size();
  }

  ChainView view() {
    return view;
  }

  /** No read may be of an earlier block. */
  long seen() {
    return seen.get();
  }

  void sees(long block) {
    seen.accumulateAndGet(block, Math::max);
  }

  /**
   * A header that a verified read may rely on. Under IBFT and QBFT it is sealed by enough
   * validators, and shown by so many nodes that one is honest. Under Raft, where blocks have no
   * seals, it was the same in most nodes when it was first relied on.
   *
   * @param at has the block
   * @param deadlineNs after which no further node is asked for it
   * @throws Unreachable if there is none yet
   */
  SealedHeader trusted(long block, QuorumNode at, long deadlineNs)
      throws RpcFailure, ProofException, InterruptedException {
    Optional<SealedHeader> read =
        cluster.consensus().isSealedByMost() ? view.header(block) : Optional.empty();
    return read.isPresent() ? read.get() : agreed(block, at, deadlineNs);
  }

  /** What one node shows later doesn't matter: the proof has to stand against what others had. */
  private SealedHeader agreed(long block, QuorumNode at, long deadlineNs)
      throws RpcFailure, ProofException, InterruptedException {
    SealedHeader known = agreed.get(block);
    if (known != null) {
      return known;
    }
    SealedHeader header =
        at.block(block)
            .orElseThrow(() -> new Unreachable("%s has no block %d".formatted(at.name(), block)))
            .header();
    // The first block is known, under Raft as well.
    if (block > 0) {
      requireShownByOthers(header, at, deadlineNs);
    }
    if (agreed.size() >= AGREED_MAX) {
      agreed.clear();
    }
    agreed.put(block, header);
    return header;
  }

  private void requireShownByOthers(SealedHeader header, QuorumNode at, long deadlineNs)
      throws Unreachable, InterruptedException {
    List<QuorumNode> others = new ArrayList<>(view.inTurn());
    others.remove(view.nodes().get(nodes.indexOf(at)));
    int needed = cluster.agreeingNeeded() - 1;
    int having = BlockVotes.ask(cluster, wanted(header), others, needed, deadlineNs).same();
    if (having < needed) {
      throw new Unreachable(
          "only %d of %d nodes have block %d".formatted(1 + having, nodes.size(), header.number()));
    }
  }

  private static Wanted wanted(SealedHeader header) {
    return new Wanted(header.number(), header.hash());
  }

  /** The newest block that was verified, by processes before this one. */
  VerifiedBefore before() {
    return before;
  }

  /**
   * Requires that a node's newest block is as new as reads must be.
   *
   * @param deadlineNs after which no further node is asked for the block
   * @throws VerificationFailed if it isn't, nor does another node have a newer one
   * @throws Unreachable if another node does
   */
  void requireNew(long block, QuorumNode at, long deadlineNs)
      throws RpcFailure, ProofException, InterruptedException {
    if (reads.ageLimit().equals(AgeLimit.NONE)) {
      return;
    }
    Optional<String> reason =
        reads.ageLimit().whyNot(trusted(block, at, deadlineNs).made(), Instant.now());
    if (reason.isPresent() && block < view.newest()) {
      throw new Unreachable("%s lags behind: %s".formatted(at.name(), reason.get()));
    }
    if (reason.isPresent()) {
      throw new VerificationFailed("%s, block %d: %s".formatted(at.name(), block, reason.get()));
    }
  }

  /**
   * Requires that the chain still has a block that was seen; see {@link VerifiedBefore} for how
   * many nodes must have it, and may have another. Nodes that lag behind are waited for.
   *
   * @return bytes of the headers that were compared
   * @throws VerificationFailed if the chain has another block there, or none
   * @throws NotAnswered if too few nodes answer in time
   */
  public long requireKept(SealedHeader seen) throws InterruptedException {
    BlockVotes votes = BlockVotes.await(cluster, wanted(seen), view, deadlineNs());
    votes.require(view);
    return votes.bytes();
  }

  /** The newest block that was followed: each one up to it is linked to the one before. */
  public SealedHeader newest() {
    return view.header(view.newest()).orElseThrow();
  }

  /**
   * Keeps what was verified, and disconnects.
   *
   * @throws IllegalStateException if the state file can't be written
   * @throws VerificationFailed if another process has verified another chain
   */
  @Override
  public void close() {
    view.close();
    before.save();
  }
}
