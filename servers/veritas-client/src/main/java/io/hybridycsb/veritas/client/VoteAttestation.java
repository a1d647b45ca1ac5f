package io.hybridycsb.veritas.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SignedMessages;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Over Kafka: the votes of enough nodes, each of which attests one of the headers. Neither has a
 * time.
 */
final class VoteAttestation implements Attestation {
  private final ClusterConfig cluster;
  private final Map<String, byte[]> nodeKeys = new HashMap<>();

  VoteAttestation(ClusterConfig cluster) {
    this.cluster = cluster;
    cluster.nodes().forEach(node -> nodeKeys.put(node.name(), node.publicKey()));
  }

  @Override
  public Attested check(VerifyReply reply, HeaderChain chain, long height) {
    // Each costs a verification of its signature.
    if (reply.getVotesCount() > cluster.nodes().size()) {
      throw new VerificationFailed(
          "the answer has %d votes of %d nodes"
              .formatted(reply.getVotesCount(), cluster.nodes().size()));
    }
    Set<String> signers = new HashSet<>();
    for (Vote vote : reply.getVotesList()) {
      try {
        VoteBody body = VoteBody.parseFrom(vote.getBody());
        if (body.getDecidedHeight() >= height
            && chain.has(body.getDecidedHeight(), body.getDecidedHash())
            && isSigned(vote, body)) {
          signers.add(body.getVoter());
        }
      } catch (InvalidProtocolBufferException e) {
        throw new VerificationFailed("a vote can't be read");
      }
    }
    if (signers.size() < cluster.votesNeeded()) {
      throw new VerificationFailed(
          "only "
              + signers.size()
              + " nodes have signed the state root at height "
              + height
              + "; "
              + cluster.votesNeeded()
              + " are needed");
    }
    return new Attested(signers.size(), Optional.empty());
  }

  private boolean isSigned(Vote vote, VoteBody body) {
    byte[] key = nodeKeys.get(body.getVoter());
    return key != null
        && body.getCluster().equals(cluster.cluster())
        && Ed25519.verify(
            key,
            SignedMessages.round(
                cluster.cluster(),
                Hashes.sha256(vote.getBody().toByteArray()),
                vote.getTransactionsRoot().toByteArray()),
            vote.getSignature().toByteArray());
  }
}
