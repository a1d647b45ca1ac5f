package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.StateFile;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    VerifiedBefore before = new VerifiedBefore(cluster, reads.stateFile().map(StateFile::new));
    long followMs = Math.min(timeoutMs, FOLLOW_TIMEOUT_MS);
    long beginMs = Math.min(timeoutMs, BEGIN_TIMEOUT_MS);
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

  long timeoutMs() {
    return timeoutMs;
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
   * validators, and shown by so many nodes that one is honest; under Raft, where blocks have no
   * seals, it was the same in most nodes when it was first relied on.
   *
   * @param at has the block
   * @throws Unreachable if there is none yet
   */
  SealedHeader trusted(long block, QuorumNode at)
      throws Unreachable, Refused, ProofException, InterruptedException {
    // The first block is known, under Raft as well.
    if (block == 0) {
      return shown(block, at);
    }
    Optional<SealedHeader> read =
        cluster.consensus().isSealedByMost() ? view.header(block) : Optional.empty();
    return read.isPresent() ? read.get() : agreed(block, at);
  }

  private SealedHeader shown(long block, QuorumNode at)
      throws Unreachable, Refused, ProofException, InterruptedException {
    Optional<SealedHeader> header = view.header(block);
    if (header.isEmpty()) {
      header = at.block(block).map(Block::header);
    }
    return header.orElseThrow(
        () -> new Unreachable("%s has no block %d".formatted(at.name(), block)));
  }

  /** What one node shows later doesn't matter: the proof has to stand against what others had. */
  private SealedHeader agreed(long block, QuorumNode at)
      throws Unreachable, Refused, ProofException, InterruptedException {
    SealedHeader known = agreed.get(block);
    if (known != null) {
      return known;
    }
    SealedHeader header = shown(block, at);
    requireShown(header, at);
    if (agreed.size() >= AGREED_MAX) {
      agreed.clear();
    }
    agreed.put(block, header);
    return header;
  }

  /** The newest block that was verified, by processes before this one. */
  VerifiedBefore before() {
    return before;
  }

  /**
   * Requires that the chain still has what was verified before.
   *
   * @throws VerificationFailed if it doesn't
   * @throws NotAnswered if too few nodes answer in time
   */
  void requireVerifiedBefore(long deadlineNs) throws InterruptedException {
    before.requireThere(view, deadlineNs);
  }

  /**
   * Requires that a node's newest block is as new as reads must be.
   *
   * @throws VerificationFailed if it isn't, nor does another node have a newer one
   * @throws Unreachable if another node does
   */
  void requireNew(long block, QuorumNode at)
      throws Unreachable, Refused, ProofException, InterruptedException {
    if (reads.ageLimit().equals(AgeLimit.NONE)) {
      return;
    }
    Optional<String> reason = reads.ageLimit().whyNot(trusted(block, at).made(), Instant.now());
    if (reason.isPresent() && block < view.newest()) {
      throw new Unreachable("%s lags behind: %s".formatted(at.name(), reason.get()));
    }
    if (reason.isPresent()) {
      throw new VerificationFailed("%s, block %d: %s".formatted(at.name(), block, reason.get()));
    }
  }

  /**
   * Checks that no node has another block in the place of one that was seen.
   *
   * @return bytes of the headers that the nodes have sent
   * @throws VerificationFailed if one has
   * @throws NotAnswered if most nodes don't answer
   */
  public long requireKept(SealedHeader seen) throws InterruptedException {
    long bytes = 0;
    int having = 0;
    String problem = "";
    for (QuorumNode node : nodes) {
      try {
        Optional<Block> block = node.answer(() -> node.block(seen.number()));
        if (block.isPresent()) {
          requireSame(seen, block.get().header(), node);
          bytes += block.get().headerBytes();
          having++;
        }
      } catch (Unreachable | Refused | ProofException e) {
        problem = e.getMessage();
      }
    }
    if (2 * having <= nodes.size()) {
      throw new NotAnswered(
          "only %d of %d nodes have shown block %d: %s"
              .formatted(having, nodes.size(), seen.number(), problem));
    }
    return bytes;
  }

  private static void requireSame(SealedHeader seen, SealedHeader now, QuorumNode node) {
    if (!now.hash().equals(seen.hash())) {
      throw new VerificationFailed(
          "block %d of %s is another one than before".formatted(seen.number(), node.name()));
    }
  }

  /** The newest block that was followed: each one up to it is linked to the one before. */
  public SealedHeader newest() {
    return view.header(view.newest()).orElseThrow();
  }

  /** The node that has the block is asked first, and those that were silent lately come last. */
  private void requireShown(SealedHeader header, QuorumNode at)
      throws Unreachable, InterruptedException {
    int needed = cluster.consensus().isSealedByMost() ? cluster.shownBy() : nodes.size() / 2 + 1;
    Set<QuorumNode> inTurn = new LinkedHashSet<>(List.of(at));
    view.nodesThat(true).forEach(i -> inTurn.add(nodes.get(i)));
    inTurn.addAll(nodes);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    int having = 0;
    for (QuorumNode node : inTurn) {
      if (having >= needed || System.nanoTime() - deadline >= 0) {
        break;
      }
      try {
        Optional<Block> block = node.answer(() -> node.block(header.number()));
        if (block.isPresent() && block.get().header().hash().equals(header.hash())) {
          having++;
        }
      } catch (Unreachable | Refused | ProofException e) {
        // A node that doesn't answer doesn't agree.
      }
    }
    if (having < needed) {
      throw new Unreachable(
          "only %d of %d nodes have block %d".formatted(having, nodes.size(), header.number()));
    }
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
