package io.hybridycsb.veritas.cometbft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Validators;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Verified;
import io.hybridycsb.veritas.cometbft.CommitVerifier.WrongHeader;
import io.hybridycsb.veritas.cometbft.proto.BlockIDFlag;
import io.hybridycsb.veritas.cometbft.proto.Commit;
import io.hybridycsb.veritas.cometbft.proto.CommitSig;
import io.hybridycsb.veritas.cometbft.proto.Header;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.crypto.CraftedKey;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Only what more than two thirds of real validators signed is verified. */
class CommitVerifierTest {
  private static final ValidatorSet VALIDATORS = RecordedChain.validators();
  private static final CommitVerifier VERIFIER = new CommitVerifier(VALIDATORS);

  @Provide
  Arbitrary<SignedHeader> signedHeaders() {
    return Arbitraries.of(RecordedChain.signedHeaders());
  }

  @Test
  void whatRealValidatorsSignedIsVerified() {
    assertThat(RecordedChain.signedHeaders())
        .allSatisfy(
            signed -> {
              Verified verified = VERIFIER.check(signed);
              assertThat(verified.height()).isEqualTo(signed.getHeader().getHeight());
              assertThat(verified.appHash())
                  .isEqualTo(signed.getHeader().getAppHash().toByteArray());
            });
  }

  @Test
  void headersOfLaterRoundsAndWithoutSomeValidatorsAreVerified() {
    SignedHeader signed = RecordedChain.signedHeader(RecordedChain.SECOND_ROUND_HEIGHT);
    assertThat(signed.getCommit().getRound()).isEqualTo(1);
    assertThat(VERIFIER.check(signed).signers()).hasSize(3);
  }

  @Property
  void noChangedByteOfAHeaderIsVerified(
      @ForAll("signedHeaders") SignedHeader signed,
      @ForAll @IntRange(max = 10_000) int at,
      @ForAll @IntRange(min = 1, max = 255) int flip) {
    byte[] bytes = signed.getHeader().toByteArray();
    bytes[at % bytes.length] ^= (byte) flip;
    Header header;
    try {
      header = Header.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      return;
    }
    // A header has more than one encoding; what it is read as counts.
    Assume.that(!read(header).equals(read(signed.getHeader())));
    SignedHeader changed = signed.toBuilder().setHeader(header).build();
    assertThatThrownBy(() -> VERIFIER.check(changed)).isInstanceOf(WrongHeader.class);
  }

  /** The header without fields that nobody knows, and with the messages that are always there. */
  private static Header read(Header header) {
    return header.toBuilder()
        .setVersion(header.getVersion())
        .setTime(header.getTime())
        .setLastBlockId(HeaderHash.normal(header.getLastBlockId()))
        .setUnknownFields(UnknownFieldSet.getDefaultInstance())
        .build();
  }

  @Property
  void noChangedByteOfASignatureIsVerified(
      @ForAll("signedHeaders") SignedHeader signed,
      @ForAll @IntRange(max = 2) int signer,
      @ForAll @IntRange(max = 63) int at,
      @ForAll @IntRange(min = 1, max = 255) int flip) {
    CommitSig signature = signed.getCommit().getSignatures(signer);
    byte[] bytes = signature.getSignature().toByteArray();
    bytes[at] ^= (byte) flip;
    SignedHeader changed =
        withSignature(
            signed, signer, signature.toBuilder().setSignature(ByteString.copyFrom(bytes)).build());
    assertThatThrownBy(() -> VERIFIER.check(changed))
        .isInstanceOf(WrongHeader.class)
        .hasMessageContaining("wrong signature");
  }

  /** A byte that is changed may hide a signature, or not count; it never shows another header. */
  @Property
  void aChangedByteAnywhereNeverShowsAnotherHeaderOrSigner(
      @ForAll("signedHeaders") SignedHeader signed,
      @ForAll @IntRange(max = 10_000) int at,
      @ForAll @IntRange(min = 1, max = 255) int flip) {
    byte[] bytes = signed.toByteArray();
    bytes[at % bytes.length] ^= (byte) flip;
    Verified verified;
    try {
      verified = VERIFIER.check(SignedHeader.parseFrom(bytes));
    } catch (InvalidProtocolBufferException | WrongHeader e) {
      return;
    }
    Verified original = VERIFIER.check(signed);
    assertThat(verified.height()).isEqualTo(original.height());
    assertThat(verified.appHash()).isEqualTo(original.appHash());
    assertThat(original.signers()).containsAll(verified.signers());
  }

  @Property
  void nothingIsVerifiedWithAnotherValidatorSet(
      @ForAll("signedHeaders") SignedHeader signed,
      @ForAll @IntRange(max = 3) int which,
      @ForAll @Size(32) byte[] seedOfAnother) {
    List<Validator> changed = new ArrayList<>(VALIDATORS.validators());
    Validator validator = changed.get(which);
    byte[] another = SigningKey.ofSeed(seedOfAnother).publicKey();
    changed.set(which, new Validator(validator.name(), another, validator.power()));
    assertRefusedBy(new ValidatorSet(VALIDATORS.chainId(), changed), signed);
  }

  /** Else one validator could make headers fail here that CometBFT has committed. */
  @Test
  void aSignatureThatOnlyCometBftsRuleTakesCounts() {
    CraftedKey key = new CraftedKey(1, 0);
    CommitVerifier verifier = new CommitVerifier(SignedChain.validators(key.publicKey()));
    for (int torsion = 0; torsion < 8; torsion++) {
      int added = torsion;
      SignedHeader signed =
          SignedChain.sign(
              key.publicKey(), message -> key.sign(message, added), 5, Hash.of(new byte[32]));
      assertThat(verifier.check(signed).signers()).containsExactly("validator1");
    }
  }

  @Test
  void nothingIsVerifiedWithOtherPowersOrFewerValidatorsOrAnotherChain() {
    SignedHeader signed = RecordedChain.signedHeader(1);
    List<Validator> validators = VALIDATORS.validators();
    List<Validator> stronger = new ArrayList<>(validators);
    Validator first = stronger.get(0);
    stronger.set(0, new Validator(first.name(), first.publicKey(), first.power() + 1));
    assertRefusedBy(new ValidatorSet(VALIDATORS.chainId(), stronger), signed);
    assertRefusedBy(new ValidatorSet(VALIDATORS.chainId(), validators.subList(0, 3)), signed);
    assertRefusedBy(new ValidatorSet("another", validators), signed);
  }

  @Property
  void exactlyThoseWithMoreThanTwoThirdsOfThePowerSuffice(
      @ForAll @IntRange(max = 15) int signersMask) {
    SignedHeader signed = RecordedChain.signedHeader(1);
    long power = 0;
    Commit.Builder commit = signed.getCommit().toBuilder();
    for (int i = 0; i < commit.getSignaturesCount(); i++) {
      if ((signersMask >> i & 1) == 1) {
        power += powerOf(commit.getSignatures(i).getValidatorAddress());
      } else {
        commit.setSignatures(
            i, CommitSig.newBuilder().setBlockIdFlag(BlockIDFlag.BLOCK_ID_FLAG_ABSENT).build());
      }
    }
    SignedHeader fewer = signed.toBuilder().setCommit(commit).build();
    if (3 * power > 2 * VALIDATORS.totalPower()) {
      assertThat(VERIFIER.check(fewer).signers()).hasSize(Integer.bitCount(signersMask));
    } else {
      assertThatThrownBy(() -> VERIFIER.check(fewer))
          .isInstanceOf(WrongHeader.class)
          .hasMessageContaining("signed with " + power + " of 47 voting power");
    }
  }

  @Property
  void aSignatureThatStandsTwiceIsRefused(
      @ForAll("signedHeaders") SignedHeader signed,
      @ForAll @IntRange(max = 2) int from,
      @ForAll @IntRange(max = 3) int to) {
    Assume.that(from != to);
    SignedHeader twice = withSignature(signed, to, signed.getCommit().getSignatures(from));
    assertThatThrownBy(() -> VERIFIER.check(twice))
        .isInstanceOf(WrongHeader.class)
        .hasMessageContaining("signed twice");
  }

  @Test
  void aVoteForNoBlockDoesNotCount() {
    SignedHeader signed = RecordedChain.signedHeader(1);
    SignedHeader changed = signed;
    for (int i = 0; i < 2; i++) {
      changed =
          withSignature(
              changed,
              i,
              signed.getCommit().getSignatures(i).toBuilder()
                  .setBlockIdFlag(BlockIDFlag.BLOCK_ID_FLAG_NIL)
                  .build());
    }
    SignedHeader nil = changed;
    assertThatThrownBy(() -> VERIFIER.check(nil)).isInstanceOf(WrongHeader.class);
  }

  @Test
  void theSignaturesOfAnotherHeightAreRefused() {
    SignedHeader mixed =
        RecordedChain.signedHeader(RecordedChain.FULL_HEIGHT).toBuilder()
            .setCommit(RecordedChain.signedHeader(1).getCommit())
            .build();
    assertThatThrownBy(() -> VERIFIER.check(mixed))
        .isInstanceOf(WrongHeader.class)
        .hasMessage("the header at height 18 comes with signatures for height 1");
  }

  @Test
  void aStrangersSignatureIsRefused() {
    SignedHeader signed = RecordedChain.signedHeader(1);
    SignedHeader changed =
        withSignature(
            signed,
            0,
            signed.getCommit().getSignatures(0).toBuilder()
                .setValidatorAddress(ByteString.copyFrom(new byte[20]))
                .build());
    assertThatThrownBy(() -> VERIFIER.check(changed))
        .isInstanceOf(WrongHeader.class)
        .hasMessageContaining("not among the validators");
  }

  @Test
  void anEmptySignedHeaderIsRefused() {
    assertThatThrownBy(() -> VERIFIER.check(SignedHeader.getDefaultInstance()))
        .isInstanceOf(WrongHeader.class);
  }

  @Test
  void oneKeyCannotCountForTwoValidators() {
    byte[] key = VALIDATORS.validators().get(0).publicKey();
    ValidatorSet set =
        new ValidatorSet(
            "chain", List.of(new Validator("one", key, 10), new Validator("two", key, 10)));
    assertThatThrownBy(() -> new CommitVerifier(set))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("validator two has another validator's \"publicKey\"");
  }

  @Test
  void powersThatWouldOverflowAreRefused() {
    List<Validator> validators =
        VALIDATORS.validators().stream()
            .map(v -> new Validator(v.name(), v.publicKey(), Long.MAX_VALUE / 2))
            .toList();
    ValidatorSet set = new ValidatorSet("chain", validators);
    assertThatThrownBy(() -> new CommitVerifier(set)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertRefusedBy(ValidatorSet set, SignedHeader signed) {
    CommitVerifier verifier = new CommitVerifier(set);
    assertThatThrownBy(() -> verifier.check(signed)).isInstanceOf(WrongHeader.class);
  }

  private static SignedHeader withSignature(SignedHeader signed, int at, CommitSig signature) {
    return signed.toBuilder()
        .setCommit(signed.getCommit().toBuilder().setSignatures(at, signature))
        .build();
  }

  private static long powerOf(ByteString address) {
    return VALIDATORS.validators().stream()
        .filter(v -> ByteString.copyFrom(Validators.address(v.publicKey())).equals(address))
        .mapToLong(Validator::power)
        .findFirst()
        .orElseThrow();
  }
}
