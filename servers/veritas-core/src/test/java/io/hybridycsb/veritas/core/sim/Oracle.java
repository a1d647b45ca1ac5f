package io.hybridycsb.veritas.core.sim;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Veto;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the log means, worked out in the plainest way from its records alone. It never restarts, so
 * whatever a node makes of the log after a restart must be what the oracle made of it at once.
 */
final class Oracle {
  /** Rules that no node has. */
  static final ByteString OTHER_RULES = ByteString.copyFromUtf8("other");

  /** A block at its place in the log. */
  static final class Block {
    final LogItem.OrderedBlock item;
    final Outcome[] outcomes;
    long newestTimestamp;
    Map<ByteKey, ModelValue> stateAfter;

    /** Encoded, as every ledger must have it. */
    byte[] header;

    Block(LogItem.OrderedBlock item) {
      this.item = item;
      outcomes = new Outcome[item.transactions().size()];
    }
  }

  private final int votesNeeded;
  private final int valueBytesMax;
  private final List<Block> blocks = new ArrayList<>();
  private final Map<String, List<VoteBody>> votes = new LinkedHashMap<>();
  private final Set<TransactionId> seen = new HashSet<>();
  private int decided;

  /**
   * @param valueBytesMax what a record may have
   */
  Oracle(List<String> voters, int votesNeeded, int valueBytesMax) {
    this.votesNeeded = votesNeeded;
    this.valueBytesMax = valueBytesMax;
    voters.forEach(voter -> votes.put(voter, new ArrayList<>()));
  }

  int ordered() {
    return blocks.size();
  }

  int decided() {
    return decided;
  }

  Block block(long height) {
    return blocks.get((int) height - 1);
  }

  /** The state after a decided height. */
  Map<ByteKey, ModelValue> state(long height) {
    return height == 0 ? Map.of() : block(height).stateAfter;
  }

  /** The hash of the ledger's block at a decided height. */
  byte[] hash(long height) {
    return height == 0 ? new byte[32] : NaiveTree.sha256(block(height).header);
  }

  void read(LogItem item) {
    if (item instanceof LogItem.OrderedBlock block) {
      order(new Block(block));
    } else if (item instanceof LogItem.CastVote vote) {
      count(vote);
    }
  }

  private void order(Block block) {
    blocks.add(block);
    for (int i = 0; i < block.outcomes.length; i++) {
      block.outcomes[i] = judge(block.item.transactions().get(i));
    }
  }

  private Outcome judge(CheckedTransaction transaction) {
    if (transaction.id() != null && !seen.add(transaction.id())) {
      return Outcome.DUPLICATE;
    }
    if (transaction.fault() != null) {
      return transaction.fault();
    }
    Map<ByteKey, Long> undecided = undecidedWrites();
    Map<ByteKey, ModelValue> state = state(decided);
    for (CheckedTransaction.Read read : transaction.reads()) {
      if (undecided.containsKey(read.key())
          || ModelValue.version(state.get(read.key())) != read.version()) {
        return Outcome.READ_CONFLICT;
      }
    }
    for (CheckedTransaction.Change write : transaction.writes()) {
      if (undecided.getOrDefault(write.key(), 0L) >= transaction.timestamp()) {
        return Outcome.PENDING_CONFLICT;
      }
      if (ModelValue.version(state.get(write.key())) >= transaction.timestamp()) {
        return Outcome.WRITE_CONFLICT;
      }
    }
    return Outcome.COMMITTED;
  }

  /** The newest timestamp of the undecided, allowed writes of each key. */
  private Map<ByteKey, Long> undecidedWrites() {
    Map<ByteKey, Long> newest = new HashMap<>();
    for (Block block : blocks.subList(decided, blocks.size())) {
      for (int i = 0; i < block.outcomes.length; i++) {
        if (block.outcomes[i] == Outcome.COMMITTED) {
          CheckedTransaction transaction = block.item.transactions().get(i);
          transaction
              .writes()
              .forEach(write -> newest.merge(write.key(), transaction.timestamp(), Math::max));
        }
      }
    }
    return newest;
  }

  private void count(LogItem.CastVote vote) {
    VoteBody body = vote.body();
    if (body.getConfigHash().equals(OTHER_RULES)) {
      return;
    }
    long known = body.getDecidedHeight();
    if (known < 0 || known > decided || body.getUpToHeight() > blocks.size()) {
      return;
    }
    if (!Arrays.equals(hash(known), body.getDecidedHash().toByteArray())) {
      return;
    }
    votes.get(body.getVoter()).add(body);
    while (decided < blocks.size() && covering(decided + 1).size() >= votesNeeded) {
      decide(vote.position());
    }
  }

  /** The first vote of each voter that covers a height. */
  private List<VoteBody> covering(long height) {
    return votes.values().stream()
        .flatMap(cast -> cast.stream().filter(v -> v.getUpToHeight() >= height).limit(1))
        .toList();
  }

  private void decide(long position) {
    Map<ByteKey, ModelValue> state = new TreeMap<>(state(decided));
    decided++;
    Block block = blocks.get(decided - 1);
    for (VoteBody vote : covering(decided)) {
      for (Veto veto : vote.getVetoesList()) {
        if (veto.getHeight() == decided) {
          veto.getIndexesList().forEach(index -> refuse(block, index));
        }
      }
    }
    for (int i = 0; i < block.outcomes.length; i++) {
      if (block.outcomes[i] == Outcome.COMMITTED) {
        CheckedTransaction transaction = block.item.transactions().get(i);
        if (!ModelValue.commit(transaction, state, valueBytesMax)) {
          block.outcomes[i] = Outcome.RECORD_TOO_LARGE;
        }
      }
    }
    block.stateAfter = state;
    block.header = header(block, position);
  }

  private byte[] header(Block block, long decidedAt) {
    block.newestTimestamp = decided == 1 ? 0 : block(decided - 1).newestTimestamp;
    List<byte[]> bodies = new ArrayList<>();
    byte[] outcomes = new byte[block.outcomes.length];
    for (int i = 0; i < outcomes.length; i++) {
      CheckedTransaction transaction = block.item.transactions().get(i);
      bodies.add(transaction.leafHash());
      outcomes[i] = (byte) block.outcomes[i].getNumber();
      if (transaction.id() != null) {
        block.newestTimestamp = Math.max(block.newestTimestamp, transaction.timestamp());
      }
    }
    byte[] root = LedgerBlocks.transactionsRoot(bodies, ByteString.copyFrom(outcomes));
    return BlockHeader.newBuilder()
        .setFormat(LedgerBlocks.FORMAT_TIMESTAMPS)
        .setHeight(decided)
        .setPreviousHash(ByteString.copyFrom(hash(decided - 1)))
        .setTransactionsRoot(ByteString.copyFrom(root))
        .setStateRoot(ByteString.copyFrom(NaiveTree.root(block.stateAfter)))
        .setPosition(block.item.position())
        .setDecidedAt(decidedAt)
        .setProposer(block.item.proposer())
        .setProposerSignature(block.item.signature())
        .setProposerVoteHash(block.item.voteHash())
        .setNewestTimestamp(block.newestTimestamp)
        .build()
        .toByteArray();
  }

  private static void refuse(Block block, int index) {
    if (index < block.outcomes.length && block.outcomes[index] == Outcome.COMMITTED) {
      block.outcomes[index] = Outcome.VETOED;
    }
  }
}
