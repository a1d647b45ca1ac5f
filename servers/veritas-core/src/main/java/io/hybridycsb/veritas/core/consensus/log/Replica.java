package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.KnownTransactions;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.log.PendingBlocks.PendingBlock;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.BlockExecutor.DecidedBlock;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Veto;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's protocol: it processes the records of the shared log in order, and votes. It has no
 * threads, no clock and no network, so that it can run in a simulation.
 *
 * <pre>
 *   block ──> ordered (height = its number in the log) ── rules ──> allowed | refused, each transaction
 *   votes ──> when enough voters have covered a block, in order of height:
 *                    decided ──> executed ──> written (ledger, then state) ──> opened to reads, acknowledged
 * </pre>
 *
 * <p>After a restart the log is read again from the first block that was undecided when the newest
 * block of the ledger was ordered. Blocks that are in the ledger take their outcomes from there, so
 * that every later block meets the same pending transactions that it met the first time.
 */
public final class Replica {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  /** Their values are loaded, and may be long. */
  private static final int CHECKED_AT_ONCE = 32;

  private final ClusterConfig cluster;
  private final String self;
  private final ApprovalRule rule;
  private final Ledger ledger;
  private final StateView state;
  private final BlockExecutor executor;
  private final ReadGate gate;
  private final AppliedHeight applied;
  private final LoggedBlocks logged;

  private final PendingWrites pendingWrites = new PendingWrites();
  private final KnownTransactions known;
  private final BlockRules rules;
  private final VoteTally tally;
  private final DivergenceCheck divergence;
  private final RulesCheck sameRules;
  private final Attestations attestations;
  private final PendingBlocks pending = new PendingBlocks();
  private final List<Veto> vetoes = new ArrayList<>();
  private final List<PendingBlock> executed = new ArrayList<>();

  private final long heightAtStart;
  private final long startPosition;
  private final long orderedBeforeStart;
  private long orderedHeight;
  private long decidedHeight;

  /** The newest timestamp in the blocks that were decided. */
  private long newestTimestamp;

  private long lastPosition;

  public Replica(NodeContext node, ApprovalRule rule) {
    this.rule = rule;
    cluster = node.self().cluster();
    self = node.self().name();
    ledger = node.data().ledger();
    state = node.data().state();
    executor = node.data().executor();
    gate = node.clients().gate();
    applied = node.clients().applied();
    attestations = new Attestations(ledger, cluster.votesNeeded());
    List<String> voters = cluster.nodes().stream().map(ClusterConfig.Member::name).toList();
    tally = new VoteTally(voters, cluster.votesNeeded());
    divergence = new DivergenceCheck(self, voters.size(), ledger);
    sameRules = new RulesCheck(self, voters.size(), node.self().rules().hash());
    logged = new LoggedBlocks(self, ledger);
    heightAtStart = ledger.head().height();
    if (heightAtStart == 0) {
      startPosition = 0;
      known = new KnownTransactions(ledger.store());
    } else {
      BlockHeader last = ledger.readHeader(heightAtStart);
      newestTimestamp = last.getNewestTimestamp();
      orderedHeight = logged.decidedUpTo(last.getPosition(), heightAtStart - 1);
      startPosition = ledger.readHeader(orderedHeight + 1).getPosition();
      decidedHeight = logged.decidedUpTo(startPosition - 1, orderedHeight);
      known = new KnownTransactions(ledger.store());
    }
    orderedBeforeStart = orderedHeight;
    rules = new BlockRules(state, pendingWrites, known);
  }

  /** Transactions that are ordered and not decided yet, in memory here. For any thread. */
  public int undecided() {
    return pending.transactions();
  }

  /** The greatest timestamp that is ordered. For any thread. */
  public long newestTimestamp() {
    return known.newest();
  }

  /** What those take in memory, with the values of their keys. For any thread. */
  public long undecidedBytes() {
    return pending.bytes() + state.pinnedBytes();
  }

  /** The height of the last decided block, which is applied too once {@link #write} is done. */
  public long decidedHeight() {
    return decidedHeight;
  }

  /** What the nodes have attested in the votes that count. */
  public Attestations attestations() {
    return attestations;
  }

  /** Where reading the shared log has to begin. */
  public long startPosition() {
    return startPosition;
  }

  /**
   * Goes through the next records of the log: orders, decides, and executes as far as the next
   * block needs it. {@link #write} does the rest, and has to come before the next call.
   *
   * @throws DivergedException if this node's ledger differs from the others'
   */
  public void process(List<? extends LogItem> items) {
    load(items);
    for (LogItem item : items) {
      lastPosition = item.position();
      if (item instanceof LogItem.OrderedBlock block) {
        order(block);
      } else if (item instanceof LogItem.CastVote vote) {
        count(vote);
      } else if (item instanceof LogItem.Ignored ignored) {
        LOG.warn("ignoring the record at position {}: {}", ignored.position(), ignored.reason());
      }
    }
  }

  private void load(List<? extends LogItem> items) {
    List<ByteKey> keys = new ArrayList<>();
    long height = orderedHeight;
    for (LogItem item : items) {
      if (item instanceof LogItem.OrderedBlock block && ++height > heightAtStart) {
        keys.addAll(CheckedTransaction.keys(block.transactions()));
      }
    }
    state.pin(keys);
  }

  private void order(LogItem.OrderedBlock block) {
    orderedHeight++;
    boolean inLedger = orderedHeight <= heightAtStart;
    Outcome[] verdicts = inLedger ? logged.outcomes(orderedHeight, block) : judge(block);
    PendingBlock next = new PendingBlock(orderedHeight, block, verdicts, inLedger);
    if (inLedger) {
      close(next);
    }
    pending.add(next);
  }

  private Outcome[] judge(LogItem.OrderedBlock block) {
    List<CheckedTransaction> transactions = block.transactions();
    Outcome[] verdicts = new Outcome[transactions.size()];
    Veto.Builder veto = Veto.newBuilder().setHeight(orderedHeight);
    for (int i = 0; i < verdicts.length; i++) {
      CheckedTransaction transaction = transactions.get(i);
      verdicts[i] = rules.judge(transaction);
      if (verdicts[i] == Outcome.COMMITTED) {
        pendingWrites.add(transaction);
        gate.close(transaction);
        if (!rule.approves(transaction)) {
          veto.addIndexes(i);
        }
      }
    }
    if (veto.getIndexesCount() > 0) {
      vetoes.add(veto.build());
    }
    return verdicts;
  }

  private void close(PendingBlock block) {
    for (int i = 0; i < block.verdicts.length; i++) {
      if (block.isAllowed(i)) {
        pendingWrites.add(block.transactions().get(i));
        gate.close(block.transactions().get(i));
      }
    }
  }

  private void count(LogItem.CastVote vote) {
    VoteBody body = vote.body();
    decideBeforeStart(vote.position());
    if (Long.compareUnsigned(body.getUpToHeight(), orderedHeight) > 0) {
      LOG.warn(
          "ignoring a vote of {} on height {}: only {} blocks are ordered",
          body.getVoter(),
          body.getUpToHeight(),
          orderedHeight);
      return;
    }
    if (!sameRules.agrees(body)) {
      LOG.error(
          "{} voted by another cluster.json or other limits than this node's; its vote doesn't"
              + " count",
          body.getVoter());
      return;
    }
    if (Long.compareUnsigned(body.getDecidedHeight(), decidedHeight) > 0 || !agrees(body)) {
      LOG.error(
          "{} voted with another ledger than this node's at height {}; its vote doesn't count",
          body.getVoter(),
          body.getDecidedHeight());
      return;
    }
    attestations.add(vote.vote(), body);
    tally.add(vote);
    while (!pending.isEmpty() && pending.first().height <= tally.decidedUpTo()) {
      decide(pending.removeFirst(), vote.position());
    }
  }

  /** Whether the voter's ledger is this node's, which is built as far as the vote says. */
  private boolean agrees(VoteBody vote) {
    if (vote.getDecidedHeight() > ledger.head().height()) {
      executor.build();
    }
    return divergence.agrees(vote);
  }

  /**
   * Blocks that were decided when the ledger's last block was ordered aren't processed again. Some
   * of them were decided after the start position. Such a block counts as decided only from the
   * position where it was. A vote must find the same decided height as the first time, or it might
   * count where it didn't.
   */
  private void decideBeforeStart(long position) {
    while (decidedHeight < orderedBeforeStart
        && ledger.readHeader(decidedHeight + 1).getDecidedAt() < position) {
      decidedHeight++;
    }
  }

  private void decide(PendingBlock block, long decidedAt) {
    if (block.inLedger) {
      logged.requireDecidedAt(block.height, decidedAt);
    }
    decidedHeight = block.height;
    List<Vote> votes = tally.votesFor(block.height);
    Set<Integer> vetoed = tally.vetoed(block.height);
    for (int i = 0; i < block.verdicts.length; i++) {
      if (block.isAllowed(i)) {
        pendingWrites.remove(block.transactions().get(i));
        if (!block.inLedger && vetoed.contains(i)) {
          block.verdicts[i] = Outcome.VETOED;
        }
      }
    }
    if (!block.inLedger) {
      executor.apply(
          new DecidedBlock(
              headerOf(block, decidedAt), block.transactions(), block.verdicts, votes));
    }
    executed.add(block);
  }

  private BlockHeader headerOf(PendingBlock block, long decidedAt) {
    for (CheckedTransaction transaction : block.transactions()) {
      if (transaction.id() != null) {
        newestTimestamp = Math.max(newestTimestamp, transaction.timestamp());
      }
    }
    return BlockHeader.newBuilder()
        .setFormat(LedgerBlocks.FORMAT_TIMESTAMPS)
        .setPosition(block.block.position())
        .setDecidedAt(decidedAt)
        .setProposer(block.block.proposer())
        .setProposerSignature(block.block.signature())
        .setProposerVoteHash(block.block.voteHash())
        .setNewestTimestamp(newestTimestamp)
        .build();
  }

  /**
   * Builds and writes what {@link #process} has decided, and opens it to reads.
   *
   * @return the transactions that are now decided, durable and applied
   */
  public List<Decision> write() {
    applied.begin(decidedHeight);
    executor.flush();
    List<Decision> decisions = new ArrayList<>();
    for (PendingBlock block : executed) {
      for (int i = 0; i < block.verdicts.length; i++) {
        CheckedTransaction transaction = block.transactions().get(i);
        if (block.isAllowed(i)) {
          gate.open(transaction);
        }
        if (block.verdicts[i] == Outcome.DUPLICATE) {
          Decision.earlier(transaction.id(), ledger).ifPresent(decisions::add);
        } else if (transaction.id() != null) {
          known.decided(transaction.id());
          if (!block.inLedger) {
            decisions.add(Decision.on(transaction, block.height, i, block.verdicts[i]));
          }
        }
      }
      if (!block.inLedger) {
        state.unpin(CheckedTransaction.keys(block.transactions()));
      }
    }
    executed.clear();
    known.trim();
    return decisions;
  }

  /** Whether blocks are ordered on which this node's vote isn't in the log yet. */
  boolean isVoteDue() {
    return orderedHeight > tally.votedUpTo(self);
  }

  /** Whether all is decided, and this node hasn't attested the last block. */
  boolean isAttestationDue() {
    return pending.isEmpty() && decidedHeight > attestations.attestedBy(self);
  }

  /** This node's vote on all blocks that are ordered. It names the newest block that is built. */
  public VoteBody vote(long sequence) {
    long built = Math.min(decidedHeight, ledger.head().height());
    vetoes.removeIf(veto -> veto.getHeight() <= tally.votedUpTo(self));
    return VoteBody.newBuilder()
        .setCluster(cluster.cluster())
        .setVoter(self)
        .setSequence(sequence)
        .setUpToHeight(orderedHeight)
        .addAllVetoes(vetoes)
        .setDecidedHeight(built)
        .setDecidedHash(UnsafeByteOperations.unsafeWrap(ledger.hash(built)))
        .setConfigHash(sameRules.rules())
        .build();
  }

  /**
   * To be called when the log has been read as far as it goes.
   *
   * @throws DivergedException if most nodes vote by other rules than this one's
   */
  public void requireSameRules() {
    sameRules.requireSame(decidedHeight);
  }

  /** Whether blocks that this node's last vote covers wait for other votes. */
  public boolean hasUndecidedVote() {
    return tally.votedUpTo(self) > decidedHeight;
  }

  /** Blocks that are ordered so far. */
  public long orderedHeight() {
    return orderedHeight;
  }

  /** Position of the last record that was processed. */
  public long lastPosition() {
    return lastPosition;
  }

  /** Whether these versions are the current ones in the decided state. */
  public boolean areCurrent(List<CheckedTransaction.Read> reads) {
    for (int from = 0; from < reads.size(); from += CHECKED_AT_ONCE) {
      int to = Math.min(reads.size(), from + CHECKED_AT_ONCE);
      if (!areTheseCurrent(reads.subList(from, to))) {
        return false;
      }
    }
    return true;
  }

  private boolean areTheseCurrent(List<CheckedTransaction.Read> reads) {
    List<ByteKey> keys = reads.stream().map(CheckedTransaction.Read::key).toList();
    state.pin(keys);
    try {
      return reads.stream().allMatch(read -> state.version(read.key()) == read.version());
    } finally {
      state.unpin(keys);
    }
  }
}
