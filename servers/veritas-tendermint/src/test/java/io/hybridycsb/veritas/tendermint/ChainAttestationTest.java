package io.hybridycsb.veritas.tendermint;

import static io.hybridycsb.cometbft.rpc.FakeRpc.error;
import static io.hybridycsb.cometbft.rpc.FakeRpc.recorded;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.cometbft.rpc.FakeRpc;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.server.audit.BlockUnderAudit;
import io.hybridycsb.veritas.tendermint.VeritasTm.ChainAttestation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Against what four real validators signed at height 19 of their chain. */
class ChainAttestationTest {
  private static final long SIGNED_AT = 19;
  private static final String APP_HASH = "3200000000000000";
  private static final ValidatorSet VALIDATORS =
      new ValidatorSet(
          "recorded-chain",
          List.of(
              validator(
                  "validator1",
                  "c0aca0800cc4ee74911f50dee5761bc2850bc3ab7022928e758ca07be22226e5",
                  10),
              validator(
                  "validator2",
                  "6733c487bbc9bb6108e5823cc9bf5b7cac7fb69271dadb41d76d8c472bfa4007",
                  10),
              validator(
                  "validator3",
                  "9dd7f130f80b9153ec1797feabf237e847872f81e4378ca43b5623a9ee388176",
                  20),
              validator(
                  "validator4",
                  "5476992b09cb16a915b72b955e52a7046aed32ba8d375955d7144c6651920c87",
                  7)));

  /** What CometBFT answers to the next requests, the last of them for ever. */
  private final Deque<String> answers = new ArrayDeque<>();

  @AutoClose
  private final FakeRpc server =
      new FakeRpc(asked -> answers.size() > 1 ? answers.removeFirst() : answers.getFirst());

  private static Validator validator(String name, String publicKey, long power) {
    return new Validator(name, HexFormat.of().parseHex(publicKey), power);
  }

  private List<String> check(ValidatorSet validators, long position, String hash) {
    return check(validators, position, hash, List.of(server.address()));
  }

  private static List<String> check(
      ValidatorSet validators, long position, String hash, List<InetSocketAddress> rpcs) {
    return new ChainAttestation(validators, rpcs)
        .check(
            new BlockUnderAudit(
                LedgerBlock.getDefaultInstance(),
                BlockHeader.newBuilder().setPosition(position).build(),
                HexFormat.of().parseHex(hash),
                List.of()),
            height -> null);
  }

  @Test
  void aBlockWhoseHashTheValidatorsSignedInTheNextHeaderHolds() throws IOException {
    answers.add(recorded());
    assertThat(check(VALIDATORS, SIGNED_AT - 1, APP_HASH)).isEmpty();
  }

  @Test
  void anotherBlockThanTheSignedOneIsToldSo() throws IOException {
    answers.add(recorded());
    assertThat(check(VALIDATORS, SIGNED_AT - 1, "3300000000000000"))
        .containsExactly("the validators have signed another block than this one");
  }

  @Test
  void aSignedHeaderOfAnotherHeightAttestsNothing() throws IOException {
    answers.add(recorded());
    assertThat(check(VALIDATORS, SIGNED_AT, APP_HASH))
        .containsExactly(
            "no signatures of the validators attest it: a validator shows height 19, and height 20"
                + " was asked for");
  }

  @Test
  void aValidatorThatShowsAnotherHeightSettlesNothing() throws IOException {
    String other = recorded();
    answers.add(error("height 20 is not available, lowest height is 50"));
    try (FakeRpc lying = new FakeRpc(asked -> other)) {
      assertThat(check(VALIDATORS, SIGNED_AT, APP_HASH, List.of(lying.address(), server.address())))
          .as("what the second one has said")
          .singleElement()
          .asString()
          .endsWith("lowest height is 50");
    }
  }

  @Test
  void signaturesOfOtherValidatorsAttestNothing() throws IOException {
    answers.add(recorded());
    ValidatorSet others = new ValidatorSet("recorded-chain", VALIDATORS.validators().subList(0, 3));
    assertThat(check(others, SIGNED_AT - 1, APP_HASH))
        .singleElement()
        .satisfies(fault -> assertThat(fault).startsWith("no signatures of the validators"));
  }

  @Test
  void aHeaderThatIsSignedAMomentLaterIsWaitedFor() throws IOException {
    answers.add(error("height 19 must be less than or equal to the current blockchain height 18"));
    answers.add(recorded());
    assertThat(check(VALIDATORS, SIGNED_AT - 1, APP_HASH)).isEmpty();
  }

  @Test
  void aValidatorThatIsAwayOrHasForgottenIsNoHindranceIfAnotherAnswers() throws IOException {
    answers.add(error("height 19 is not available, lowest height is 50"));
    answers.add(recorded());
    FakeRpc away = new FakeRpc(asked -> "");
    List<InetSocketAddress> rpcs = List.of(away.address(), server.address(), server.address());
    away.close();
    assertThat(check(VALIDATORS, SIGNED_AT - 1, APP_HASH, rpcs)).isEmpty();
  }

  @Test
  void whenNobodyHasTheHeaderTheReasonIsTold() {
    answers.add(error("height 19 is not available, lowest height is 50"));
    assertThat(check(VALIDATORS, SIGNED_AT - 1, APP_HASH))
        .singleElement()
        .satisfies(fault -> assertThat(fault).endsWith("lowest height is 50"));
    assertThat(check(VALIDATORS, SIGNED_AT - 1, APP_HASH, List.of()))
        .containsExactly("no signatures of the validators attest it: no validator answers");
  }
}
