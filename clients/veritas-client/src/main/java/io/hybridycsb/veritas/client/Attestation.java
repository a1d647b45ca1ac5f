package io.hybridycsb.veritas.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cometbft.CommitVerifier;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Verified;
import io.hybridycsb.veritas.cometbft.CommitVerifier.WrongHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks that a ledger's headers can be trusted. */
interface Attestation {
  /**
   * What members have signed.
   *
   * @param signers how many of them
   * @param made when, as they have signed it; empty if they sign no time
   */
  record Attested(int signers, Optional<Instant> made) {}

  /**
   * Checks that enough members have signed the header at a height, or one after it.
   *
   * @throws VerificationFailed if they are too few
   */
  Attested check(VerifyReply reply, HeaderChain chain, long height);

  static Attestation of(ClusterConfig cluster) {
    return cluster
        .validators()
        .<Attestation>map(CommitAttestation::new)
        .orElseGet(() -> new VoteAttestation(cluster));
  }

  /**
   * Over CometBFT: validators with more than two thirds of the voting power have signed a header of
   * their chain that names the newest header of the ledger as the application's hash.
   */
  final class CommitAttestation implements Attestation {
    private final CommitVerifier commits;

    CommitAttestation(ValidatorSet validators) {
      commits = new CommitVerifier(validators);
    }

    @Override
    public Attested check(VerifyReply reply, HeaderChain chain, long height) {
      Verified verified;
      try {
        verified = commits.check(SignedHeader.parseFrom(reply.getSignedHeader()));
      } catch (InvalidProtocolBufferException e) {
        throw new VerificationFailed("the signed header can't be read");
      } catch (WrongHeader e) {
        throw new VerificationFailed(e.getMessage());
      }
      if (!Arrays.equals(verified.appHash(), chain.hash(chain.last()).bytes())) {
        throw new VerificationFailed(
            "the validators have signed another header than that of the ledger at height "
                + chain.last());
      }
      return new Attested(verified.signers().size(), Optional.of(verified.time()));
    }
  }

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
            "only %s nodes have signed the state root at height %s; %s are needed"
                .formatted(signers.size(), height, cluster.votesNeeded()));
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
}
