package io.hybridycsb.veritas.server.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Veto;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Blocks that a node proposed and signed, and that were decided by the votes of as many nodes as
 * the cluster's policy asks for.
 */
public final class VotedBlockAttestation implements BlockAttestation {
  private final ClusterConfig cluster;
  private final Map<String, byte[]> nodeKeys = new HashMap<>();

  /** Each node's last valid vote: one vote often covers several blocks. */
  private final Map<String, Vote> knownGood = new HashMap<>();

  public VotedBlockAttestation(ClusterConfig cluster) {
    this.cluster = cluster;
    cluster.nodes().forEach(node -> nodeKeys.put(node.name(), node.publicKey()));
  }

  @Override
  public int format() {
    return LedgerBlocks.FORMAT_TIMESTAMPS;
  }

  @Override
  public List<String> check(BlockUnderAudit block, LongFunction<byte[]> hashAt) {
    List<String> faults = new ArrayList<>(0);
    checkProposer(block, faults);
    Set<String> voters = new HashSet<>();
    Set<Integer> vetoed = new HashSet<>();
    for (Vote vote : block.message().getVotesList()) {
      VoteBody body = read(vote, faults);
      if (body != null && isAbout(block.header().getHeight(), body, hashAt, faults)) {
        if (!voters.add(body.getVoter())) {
          faults.add("it has two votes of " + body.getVoter());
        }
        addVetoed(block.header().getHeight(), body, vetoed);
      }
    }
    if (voters.size() < cluster.votesNeeded()) {
      faults.add(
          "it has good votes of %s nodes; %s are needed"
              .formatted(voters.size(), cluster.votesNeeded()));
    }
    checkVetoes(block, vetoed, faults);
    return faults;
  }

  /** What is signed with a vote alone is the root over no transactions. It proposes no block. */
  private void checkProposer(BlockUnderAudit block, List<String> faults) {
    if (block.transactions().isEmpty()) {
      faults.add("it has no transactions");
    }
    BlockHeader header = block.header();
    byte[] key = nodeKeys.get(header.getProposer());
    byte[] signed =
        SignedMessages.round(
            cluster.cluster(), header.getProposerVoteHash().toByteArray(), block.bodiesRoot());
    if (key == null || !Ed25519.verify(key, signed, header.getProposerSignature().toByteArray())) {
      faults.add("its proposer has not signed it");
    }
  }

  private VoteBody read(Vote vote, List<String> faults) {
    VoteBody body;
    try {
      body = VoteBody.parseFrom(vote.getBody());
    } catch (InvalidProtocolBufferException e) {
      faults.add("a vote can't be read");
      return null;
    }
    byte[] key = nodeKeys.get(body.getVoter());
    if (key == null || !body.getCluster().equals(cluster.cluster())) {
      faults.add("a vote is of none of the cluster's nodes");
      return null;
    }
    if (vote.equals(knownGood.get(body.getVoter()))) {
      return body;
    }
    if (!Ed25519.verify(
        key,
        SignedMessages.round(
            cluster.cluster(),
            Hashes.sha256(vote.getBody().toByteArray()),
            vote.getTransactionsRoot().toByteArray()),
        vote.getSignature().toByteArray())) {
      faults.add(body.getVoter() + " has not signed its vote");
      return null;
    }
    knownGood.put(body.getVoter(), vote);
    return body;
  }

  /** Whether a vote covers the block, by a voter who had the blocks before it. */
  private static boolean isAbout(
      long height, VoteBody vote, LongFunction<byte[]> hashAt, List<String> faults) {
    if (vote.getUpToHeight() < height || vote.getDecidedHeight() >= height) {
      faults.add(vote.getVoter() + "'s vote is about other blocks");
      return false;
    }
    byte[] hash = hashAt.apply(vote.getDecidedHeight());
    if (hash != null && !Arrays.equals(hash, vote.getDecidedHash().toByteArray())) {
      faults.add(vote.getVoter() + "'s vote is about another chain");
      return false;
    }
    return true;
  }

  private static void addVetoed(long height, VoteBody vote, Set<Integer> vetoed) {
    for (Veto veto : vote.getVetoesList()) {
      if (veto.getHeight() == height) {
        vetoed.addAll(veto.getIndexesList());
      }
    }
  }

  private static void checkVetoes(BlockUnderAudit block, Set<Integer> vetoed, List<String> faults) {
    for (int i = 0; i < block.transactions().size(); i++) {
      Outcome outcome = block.outcome(i);
      if (outcome == (vetoed.contains(i) ? Outcome.COMMITTED : Outcome.VETOED)) {
        faults.add("its votes and the outcome of transaction number " + i + " contradict");
      }
    }
  }
}
