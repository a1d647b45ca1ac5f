package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.smt.Claim;
import io.hybridycsb.smt.CompactProof;
import io.hybridycsb.smt.MultiProof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks a node's answer to a verified read by the cluster's configuration alone: the value, or its
 * absence, against a state root; the header that holds the root, and those after it, as a chain;
 * and the signatures that attest the chain.
 */
final class ReadVerifier {
  private final Attestation attestation;

  ReadVerifier(ClusterConfig cluster) {
    attestation = Attestation.of(cluster);
  }

  VerifiedRecord check(byte[] stateKey, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    long height = chain.first().getHeight();
    int signers = attestation.check(reply, chain, height);
    byte[] root = chain.stateRoot(height);
    byte[] value = reply.getValue().isEmpty() ? null : reply.getValue().toByteArray();
    if (!isProved(root, stateKey, value, reply.getProof())) {
      throw new VerificationFailed(
          "the "
              + (value == null ? "absence" : "value")
              + " of "
              + StateKey.toString(stateKey)
              + " is not what the state root at height "
              + height
              + " stands for");
    }
    return new VerifiedRecord(
        Optional.ofNullable(value).map(v -> VeritasRecord.of(stateKey, v)),
        height,
        root,
        reply.getProof().size(),
        reply.getSerializedSize() - reply.getValue().size(),
        signers);
  }

  /** As {@link #check}; the answer must be about this height. */
  VerifiedRecord checkAt(byte[] stateKey, long height, VerifyReply reply) {
    VerifiedRecord verified = check(stateKey, reply);
    if (verified.height() != height) {
      throw new VerificationFailed(
          "asked for was the state at height "
              + height
              + ", and the answer is about height "
              + verified.height());
    }
    return verified;
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

  /**
   * Checks reads made before. A value is proved at the height of its read or later. Since a version
   * never comes back, the value was there at the read's height too, or came right after. An absence
   * is proved for one such height.
   */
  VerifiedReads checkSeen(List<SeenRead> reads, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    long newest = reply.getProofsList().stream().mapToLong(SeenProof::getHeight).max().orElse(0);
    int signers = attestation.check(reply, chain, newest);
    Long[] heights = new Long[reads.size()];
    for (SeenProof proof : reply.getProofsList()) {
      checkProof(reads, proof, chain.stateRoot(proof.getHeight()));
      proof.getReadsList().forEach(read -> heights[read] = proof.getHeight());
    }
    long proved = Arrays.stream(heights).filter(Objects::nonNull).count();
    if (proved != heights.length) {
      throw new VerificationFailed(
          "of " + heights.length + " reads only " + proved + " are proved");
    }
    return new VerifiedReads(List.of(heights), reply.getSerializedSize(), signers);
  }

  /**
   * Checks headers that are said to follow a known one, none of them attested yet.
   *
   * @return the last of them, which is trusted no more than that it continues the known one
   */
  VerifiedHead checkPart(VerifiedHead known, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    requireContinues(known, chain);
    if (chain.last().getHeight() <= known.height()) {
      throw new VerificationFailed(
          "the answer has no header after the one at height " + known.height());
    }
    return new VerifiedHead(
        chain.last().getHeight(), chain.lastHash(), 0, reply.getSerializedSize());
  }

  private static void requireContinues(VerifiedHead known, HeaderChain chain) {
    if (!Arrays.equals(known.hash(), chain.hash(known.height()))) {
      throw new VerificationFailed(
          "the block at height " + known.height() + " is another one than it was before");
    }
  }

  /**
   * Checks a header that is said to be the newest attested.
   *
   * @param known a header before it, which the answer has to begin with; null if there is none
   */
  VerifiedHead checkHead(VerifiedHead known, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    long height = reply.getHeadHeight();
    byte[] hash = chain.hash(height);
    if (hash == null) {
      throw new VerificationFailed("there is no header at height " + height);
    }
    if (known != null && height < known.height()) {
      throw new VerificationFailed(
          "the newest header, at height %d, is before the one at %d that is known"
              .formatted(height, known.height()));
    }
    if (known != null) {
      requireContinues(known, chain);
    }
    int signers = attestation.check(reply, chain, height);
    return new VerifiedHead(height, hash, signers, reply.getSerializedSize());
  }

  private static void checkProof(List<SeenRead> reads, SeenProof proof, byte[] root) {
    List<Claim> claims = new ArrayList<>();
    for (int index : proof.getReadsList()) {
      if (index < 0 || index >= reads.size()) {
        throw new VerificationFailed("a proof is of a read that wasn't asked for");
      }
      SeenRead read = reads.get(index);
      if (read.getHeight() > proof.getHeight()) {
        throw new VerificationFailed(
            "a read of height "
                + read.getHeight()
                + " is proved for height "
                + proof.getHeight()
                + " only");
      }
      byte[] key = read.getKey().toByteArray();
      claims.add(
          read.getValueHash().isEmpty()
              ? Claim.absent(key)
              : Claim.presentHash(key, read.getValueHash().toByteArray()));
    }
    if (!isProved(root, claims, proof.getProof())) {
      throw new VerificationFailed(
          "what "
              + claims.size()
              + " reads have answered is not what the state root at height "
              + proof.getHeight()
              + " stands for");
    }
  }

  private static boolean isProved(byte[] root, List<Claim> claims, ByteString proof) {
    try {
      return Verifier.verifyAll(root, claims, MultiProof.decode(proof.toByteArray()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
