package io.hybridycsb.veritas.cometbft;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.cometbft.proto.BlockIDFlag;
import io.hybridycsb.veritas.cometbft.proto.CanonicalVote;
import io.hybridycsb.veritas.cometbft.proto.Commit;
import io.hybridycsb.veritas.cometbft.proto.CommitSig;
import io.hybridycsb.veritas.cometbft.proto.Header;
import io.hybridycsb.veritas.cometbft.proto.PublicKey;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedMsgType;
import io.hybridycsb.veritas.cometbft.proto.SimpleValidator;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.Zip215;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that more than two thirds of the voting power signed a header, by the validators alone.
 * With less than a third of the power in wrong hands each height has one such header. For many
 * threads.
 */
public final class CommitVerifier {
  private final ValidatorSet set;
  private final Validators validators;

  /**
   * A header that holds.
   *
   * @param appHash the application's hash after the block at {@code height - 1}
   * @param time when the block was made, by the clocks of those who signed the one before it
   * @param signers the names of the validators whose signatures were checked
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Verified(long height, byte[] appHash, Instant time, List<String> signers) {}

  /** A header that the validators haven't signed; the message says which check failed. */
  public static final class WrongHeader extends RuntimeException {
    WrongHeader(String message) {
      super(message);
    }
  }

  /**
   * @throws IllegalArgumentException if two validators have the same key, or their powers together
   *     are above CometBFT's bound
   */
  public CommitVerifier(ValidatorSet set) {
    this.set = set;
    this.validators = new Validators(set);
  }

  /**
   * Checks the header against the validators, and every signature. A wrong signature, a stranger's
   * or a repeated one makes the check fail, whatever the others are. CometBFT has checked them by
   * the same rule, or it would not have made the next block: so a validator can't make a signature
   * that counts there and fails here.
   *
   * @throws WrongHeader if a check fails
   */
  public Verified check(SignedHeader signed) {
    Header header = signed.getHeader();
    Commit commit = signed.getCommit();
    checkHeader(header, commit);
    List<String> signers = new ArrayList<>();
    Set<ByteString> seen = new HashSet<>();
    long power = 0;
    for (CommitSig signature : commit.getSignaturesList()) {
      if (signature.getBlockIdFlag() != BlockIDFlag.BLOCK_ID_FLAG_COMMIT) {
        continue;
      }
      Validator validator = checkSignature(commit, signature);
      if (!seen.add(signature.getValidatorAddress())) {
        throw new WrongHeader(
            at(commit.getHeight()) + " is signed twice by validator " + validator.name());
      }
      signers.add(validator.name());
      power += validator.power();
    }
    if (power <= validators.totalPower() * 2 / 3) {
      throw new WrongHeader(
          at(commit.getHeight())
              + " is signed with "
              + power
              + " of "
              + validators.totalPower()
              + " voting power; more than two thirds are needed");
    }
    return new Verified(
        header.getHeight(), header.getAppHash().toByteArray(), time(header), List.copyOf(signers));
  }

  private static Instant time(Header header) {
    try {
      return Instant.ofEpochSecond(header.getTime().getSeconds(), header.getTime().getNanos());
    } catch (DateTimeException | ArithmeticException e) {
      throw new WrongHeader(at(header.getHeight()) + " has a time of no calendar");
    }
  }

  private void checkHeader(Header header, Commit commit) {
    long height = header.getHeight();
    if (!header.getChainId().equals(set.chainId())) {
      throw new WrongHeader(
          at(height) + " is of chain " + header.getChainId() + ", not of " + set.chainId());
    }
    if (commit.getHeight() != height || height < 1) {
      throw new WrongHeader(at(height) + " comes with signatures for height " + commit.getHeight());
    }
    if (!equal(header.getValidatorsHash(), validators.hash())) {
      throw new WrongHeader(at(height) + " names other validators than those known here");
    }
    if (!equal(commit.getBlockId().getHash(), HeaderHash.of(header))) {
      throw new WrongHeader(at(height) + " is not the one that was signed");
    }
    if (commit.getSignaturesCount() > validators.count()) {
      throw new WrongHeader(
          at(height)
              + " comes with "
              + commit.getSignaturesCount()
              + " signatures of "
              + validators.count()
              + " validators");
    }
  }

  private Validator checkSignature(Commit commit, CommitSig signature) {
    Validator validator = validators.get(signature.getValidatorAddress());
    if (validator == null) {
      throw new WrongHeader(
          at(commit.getHeight()) + " is signed by someone who is not among the validators");
    }
    if (!Zip215.verify(
        validator.publicKey(),
        signBytes(set.chainId(), commit, signature),
        signature.getSignature().toByteArray())) {
      throw new WrongHeader(
          at(commit.getHeight()) + " has a wrong signature of validator " + validator.name());
    }
    return validator;
  }

  /** What a validator signs to commit a block: its canonical precommit, with its length first. */
  static byte[] signBytes(String chainId, Commit commit, CommitSig signature) {
    CanonicalVote vote =
        CanonicalVote.newBuilder()
            .setType(SignedMsgType.SIGNED_MSG_TYPE_PRECOMMIT)
            .setHeight(commit.getHeight())
            .setRound(commit.getRound())
            .setBlockId(HeaderHash.normal(commit.getBlockId()))
            // Set even where it is absent: CometBFT always writes it.
            .setTimestamp(signature.getTimestamp())
            .setChainId(chainId)
            .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(vote.getSerializedSize() + 5);
    try {
      vote.writeDelimitedTo(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("memory can be written to", e);
    }
    return bytes.toByteArray();
  }

  private static boolean equal(ByteString bytes, byte[] expected) {
    return Arrays.equals(bytes.toByteArray(), expected);
  }

  private static String at(long height) {
    return "the header at height " + height;
  }

  /** A validator set as CometBFT sees it: members by address, and the hash that headers carry. */
  static final class Validators {
    private static final int ADDRESS_BYTES = 20;

    /** CometBFT's own bound; below it sums and doubles don't overflow. */
    private static final long POWER_MAX = Long.MAX_VALUE / 8;

    private final Map<ByteString, Validator> byAddress = new HashMap<>();
    private final long totalPower;
    private final byte[] hash;

    /**
     * @throws IllegalArgumentException if two validators have the same key, or their powers
     *     together are above CometBFT's bound
     */
    Validators(ValidatorSet set) {
      long total = 0;
      for (Validator validator : set.validators()) {
        if (byAddress.put(ByteString.copyFrom(address(validator.publicKey())), validator) != null) {
          throw new IllegalArgumentException(
              "validator " + validator.name() + " has another validator's \"publicKey\"");
        }
        if (validator.power() > POWER_MAX - total) {
          throw new IllegalArgumentException(
              "the powers of all validators are together at most " + POWER_MAX);
        }
        total += validator.power();
      }
      totalPower = total;
      hash = hash(set.validators());
    }

    /** The validator with this address, or null. */
    Validator get(ByteString address) {
      return byAddress.get(address);
    }

    int count() {
      return byAddress.size();
    }

    long totalPower() {
      return totalPower;
    }

    /** The {@code validators_hash} of headers that these validators sign, 32 bytes. */
    byte[] hash() {
      return hash;
    }

    /** The first 20 bytes of the key's SHA-256. */
    static byte[] address(byte[] publicKey) {
      return Arrays.copyOf(Hashes.sha256(publicKey), ADDRESS_BYTES);
    }

    /** CometBFT keeps the strongest first, and those of equal power by address. */
    private static byte[] hash(List<Validator> validators) {
      return HeaderHash.root(
          validators.stream()
              .sorted(
                  Comparator.comparingLong(Validator::power)
                      .reversed()
                      .thenComparing(v -> address(v.publicKey()), Arrays::compareUnsigned))
              .map(Validators::encoded)
              .toList());
    }

    private static byte[] encoded(Validator validator) {
      return SimpleValidator.newBuilder()
          .setPubKey(PublicKey.newBuilder().setEd25519(ByteString.copyFrom(validator.publicKey())))
          .setVotingPower(validator.power())
          .build()
          .toByteArray();
    }
  }
}
