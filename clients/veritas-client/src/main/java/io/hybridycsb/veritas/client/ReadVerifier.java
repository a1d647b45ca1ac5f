package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.MultiProof;
import io.hybridycsb.smt.Proof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.client.Attestation.Attested;
import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException.NotPresent;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks a node's answer to a verified read by the cluster's configuration alone. It checks the
 * value, or its absence, against a state root, and that the header with that root and the headers
 * after it are a chain. The signatures that attest the chain come last, since they take most time.
 */
final class ReadVerifier {
  private final Attestation attestation;

  /** Over CometBFT a version tells the block that it was made in. */
  private final boolean versionsArePlaces;

  private final AgeLimit ages;
  private final InstantSource clock;

  /**
   * @param ages how old what shows the present may be; without a limit if blocks have no time
   */
  ReadVerifier(ClusterConfig cluster, AgeLimit ages, InstantSource clock) {
    attestation = Attestation.of(cluster);
    versionsArePlaces = cluster.validators().isPresent();
    this.ages = ages;
    this.clock = clock;
  }

  /**
   * Checks a record as it is at present.
   *
   * @throws NotPresent if it is right, but not of the present
   */
  VerifiedRecord check(byte[] stateKey, VerifyReply reply) {
    VerifiedRecord verified = checkAtAny(stateKey, reply);
    requireNew(verified.made());
    return verified;
  }

  private void requireNew(Optional<Instant> made) {
    made.flatMap(time -> ages.whyNot(time, clock.instant()))
        .ifPresent(
            reason -> {
              throw new NotPresent(reason);
            });
  }

  private VerifiedRecord checkAtAny(byte[] stateKey, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    long height = chain.first();
    Hash root = chain.stateRoot(height);
    byte[] value = reply.getValue().isEmpty() ? null : reply.getValue().toByteArray();
    if (!isProved(root, stateKey, value, reply.getProof())) {
      throw new VerificationFailed(
          "the %s of %s is not what the state root at height %s stands for"
              .formatted(value == null ? "absence" : "value", StateKey.shown(stateKey), height));
    }
    Attested attested = attestation.check(reply, chain, height);
    return new VerifiedRecord(
        Optional.ofNullable(value).map(v -> VeritasRecord.of(stateKey, v)),
        height,
        root,
        reply.getProof().size(),
        reply.getSerializedSize() - reply.getValue().size(),
        attested.signers(),
        attested.made());
  }

  /** As {@link #check}, but the answer is about this height, and may be of any age. */
  VerifiedRecord checkAt(byte[] stateKey, long height, VerifyReply reply) {
    VerifiedRecord verified = checkAtAny(stateKey, reply);
    if (verified.height() != height) {
      throw new VerificationFailed(
          "asked for was the state at height %s, and the answer is about height %s"
              .formatted(height, verified.height()));
    }
    return verified;
  }

  private static boolean isProved(Hash root, byte[] key, byte[] value, ByteString proof) {
    try {
      Proof decoded = Proof.decodeCompact(proof.toByteArray());
      return value == null
          ? Verifier.verifyAbsence(root.bytes(), key, decoded)
          : Verifier.verifyMembership(root.bytes(), key, value, decoded);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Checks reads made before. A value may be proved at any height from that of its read on: its
   * version never comes back, so that it was there all the time since it was written. An absence
   * comes and goes. It is proved at the height of its read, and at no other.
   *
   * <p>Over CometBFT a value's version also tells that it was written by the time of the read. Over
   * Kafka it doesn't: the value may be one that was decided on only after the read, and before the
   * height of its proof.
   *
   * @throws NotPresent as {@link #check}
   */
  VerifiedReads checkSeen(List<Receipt> reads, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    Long[] heights = new Long[reads.size()];
    for (SeenProof proof : reply.getProofsList()) {
      checkProof(proof, claims(reads, proof, heights), chain.stateRoot(proof.getHeight()));
    }
    long proved = Arrays.stream(heights).filter(Objects::nonNull).count();
    if (proved != heights.length) {
      throw new VerificationFailed(
          "of " + heights.length + " reads only " + proved + " are proved");
    }
    long newest = Arrays.stream(heights).mapToLong(height -> height).max().orElse(0);
    Attested attested = attestation.check(reply, chain, newest);
    requireNew(attested.made());
    return new VerifiedReads(List.of(heights), reply.getSerializedSize(), attested.signers());
  }

  /**
   * What a proof has to prove.
   *
   * @param heights at which reads are proved, null for those that aren't yet; gets the proof's
   */
  private List<Change> claims(List<Receipt> reads, SeenProof proof, Long[] heights) {
    if (proof.getReadsCount() == 0) {
      throw new VerificationFailed("a proof is of no read");
    }
    List<Change> claims = new ArrayList<>(Math.min(proof.getReadsCount(), heights.length));
    for (int index : proof.getReadsList()) {
      if (index < 0 || index >= heights.length) {
        throw new VerificationFailed("a proof is of a read that wasn't asked for");
      }
      if (heights[index] != null) {
        throw new VerificationFailed("a read is proved twice");
      }
      heights[index] = proof.getHeight();
      claims.add(claim(reads.get(index), proof.getHeight()));
    }
    return claims;
  }

  /**
   * What a read claims to be so at the height of a proof.
   *
   * @throws VerificationFailed if that wouldn't prove the read
   */
  private Change claim(Receipt receipt, long height) {
    SeenRead read = receipt.read();
    boolean isAbsence = read.getValueHash().isEmpty();
    if (read.getHeight() > height || (isAbsence && !receipt.isOf(height))) {
      throw new VerificationFailed(
          "%s of height %d is proved for height %d only"
              .formatted(isAbsence ? "an absence" : "a read", read.getHeight(), height));
    }
    byte[] key = read.getKey().toByteArray();
    if (isAbsence) {
      return Change.delete(key);
    }
    long writtenAt = receipt.version() >>> StateValue.INDEX_BITS;
    if (versionsArePlaces && writtenAt > receipt.newestHeight()) {
      throw new VerificationFailed(
          "a read of height %d has answered a value that was written at height %d"
              .formatted(receipt.newestHeight(), writtenAt));
    }
    return Change.putHash(key, read.getValueHash().toByteArray());
  }

  private static void checkProof(SeenProof proof, List<Change> claims, Hash root) {
    if (!isProved(root, claims, proof.getProof())) {
      throw new VerificationFailed(
          "what %s reads have answered is not what the state root at height %s stands for"
              .formatted(claims.size(), proof.getHeight()));
    }
  }

  private static boolean isProved(Hash root, List<Change> claims, ByteString proof) {
    try {
      return Verifier.verifyAll(root.bytes(), claims, MultiProof.decode(proof.toByteArray()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Checks headers that are said to follow a known one, none of them attested yet.
   *
   * @return the last of them, which is trusted no more than that it continues the known one
   */
  VerifiedHead checkPart(VerifiedHead known, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    requireContinues(known, chain);
    if (chain.last() <= known.height()) {
      throw new VerificationFailed(
          "the answer has no header after the one at height " + known.height());
    }
    return new VerifiedHead(chain.last(), chain.hash(chain.last()), 0, reply.getSerializedSize());
  }

  /** Checks that a block which the headers reach is a known one. */
  void requireSame(VerifiedHead known, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    if (chain.first() <= known.height() && known.height() <= chain.last()) {
      requireContinues(known, chain);
    }
  }

  private static void requireContinues(VerifiedHead known, HeaderChain chain) {
    if (!chain.has(known.height(), ByteString.copyFrom(known.hash().bytes()))) {
      throw new VerificationFailed(
          "the block at height " + known.height() + " is another one than it was before");
    }
  }

  /**
   * Checks a header that is said to be the newest attested.
   *
   * @param known a header before it, which the answer has to begin with; null if there is none
   * @param least the height that it has at least
   */
  VerifiedHead checkHead(VerifiedHead known, long least, VerifyReply reply) {
    HeaderChain chain = new HeaderChain(reply.getHeadersList());
    long height = reply.getHeadHeight();
    Hash hash = chain.hash(height);
    if (height < least) {
      throw new VerificationFailed(
          "the newest header, at height %d, is before the one at %d that is known"
              .formatted(height, least));
    }
    if (known != null) {
      requireContinues(known, chain);
    }
    int signers = attestation.check(reply, chain, height).signers();
    return new VerifiedHead(height, hash, signers, reply.getSerializedSize());
  }
}
