package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.smt.CompactProof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SignedMessages;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks what a node answers to a verified read, knowing nothing but the cluster's configuration:
 * the value, or its absence, against a state root; the header that holds the root, and those after
 * it, as a chain; and the votes of enough nodes, each of which attests one of these headers.
 */
final class ReadVerifier {
  private final ClusterConfig cluster;
  private final Map<String, byte[]> nodeKeys = new HashMap<>();

  ReadVerifier(ClusterConfig cluster) {
    this.cluster = cluster;
    cluster.nodes().forEach(node -> nodeKeys.put(node.name(), node.publicKey()));
  }

  VerifiedRecord check(byte[] stateKey, VerifyReply reply) {
    Map<Long, byte[]> hashes = new HashMap<>();
    BlockHeader first = checkChain(reply, hashes);
    int signers = countSigners(reply, hashes);
    if (signers < cluster.votesNeeded()) {
      throw new VerificationFailed(
          "only "
              + signers
              + " nodes have signed the state root at height "
              + first.getHeight()
              + "; "
              + cluster.votesNeeded()
              + " are needed");
    }
    byte[] root = first.getStateRoot().toByteArray();
    byte[] value = reply.getValue().isEmpty() ? null : reply.getValue().toByteArray();
    if (!isProved(root, stateKey, value, reply.getProof())) {
      throw new VerificationFailed(
          "the "
              + (value == null ? "absence" : "value")
              + " of "
              + StateKey.toString(stateKey)
              + " is not what the state root at height "
              + first.getHeight()
              + " stands for");
    }
    return new VerifiedRecord(
        Optional.ofNullable(value).map(v -> VeritasRecord.of(stateKey, v)),
        first.getHeight(),
        root,
        reply.getProof().size(),
        signers);
  }

  private static boolean isProved(byte[] root, byte[] key, byte[] value, ByteString proof) {
    try {
      CompactProof decoded = CompactProof.decode(proof.toByteArray());
      return value == null
          ? Verifier.verifyAbsence(root, key, decoded)
          : Verifier.verifyMembership(root, key, value, decoded);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static BlockHeader checkChain(VerifyReply reply, Map<Long, byte[]> hashes) {
    BlockHeader first = null;
    byte[] previous = null;
    for (ByteString bytes : reply.getHeadersList()) {
      BlockHeader header;
      try {
        header = BlockHeader.parseFrom(bytes);
      } catch (InvalidProtocolBufferException e) {
        throw new VerificationFailed("a block header can't be read");
      }
      if (previous != null && !Arrays.equals(previous, header.getPreviousHash().toByteArray())) {
        throw new VerificationFailed(
            "the header at height " + header.getHeight() + " doesn't follow the one before it");
      }
      previous = Hashes.sha256(bytes.toByteArray());
      hashes.put(header.getHeight(), previous);
      first = first == null ? header : first;
    }
    if (first == null) {
      throw new VerificationFailed("the answer has no block header");
    }
    return first;
  }

  private int countSigners(VerifyReply reply, Map<Long, byte[]> hashes) {
    Set<String> signers = new HashSet<>();
    for (Vote vote : reply.getVotesList()) {
      try {
        VoteBody body = VoteBody.parseFrom(vote.getBody());
        byte[] hash = hashes.get(body.getDecidedHeight());
        if (hash != null
            && Arrays.equals(hash, body.getDecidedHash().toByteArray())
            && isSigned(vote, body)) {
          signers.add(body.getVoter());
        }
      } catch (InvalidProtocolBufferException e) {
        throw new VerificationFailed("a vote can't be read");
      }
    }
    return signers.size();
  }

  private boolean isSigned(Vote vote, VoteBody body) {
    byte[] key = nodeKeys.get(body.getVoter());
    return key != null
        && body.getCluster().equals(cluster.cluster())
        && Ed25519.verify(
            key,
            SignedMessages.vote(vote.getBody().toByteArray()),
            vote.getSignature().toByteArray());
  }
}
