package io.hybridycsb.cometbft.rpc;

import static io.hybridycsb.cometbft.rpc.FakeRpc.error;
import static io.hybridycsb.cometbft.rpc.FakeRpc.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Against what four real validators signed at height 19 of their chain. */
class SignedHeadersTest {
  private static final ValidatorSet VALIDATORS =
      new ValidatorSet(
          "recorded-chain",
          List.of(
              validator(
                  "1", "c0aca0800cc4ee74911f50dee5761bc2850bc3ab7022928e758ca07be22226e5", 10),
              validator(
                  "2", "6733c487bbc9bb6108e5823cc9bf5b7cac7fb69271dadb41d76d8c472bfa4007", 10),
              validator(
                  "3", "9dd7f130f80b9153ec1797feabf237e847872f81e4378ca43b5623a9ee388176", 20),
              validator(
                  "4", "5476992b09cb16a915b72b955e52a7046aed32ba8d375955d7144c6651920c87", 7)));

  /** What CometBFT answers to the next requests, the last of them for ever. */
  private final Deque<String> answers = new ArrayDeque<>();

  @AutoClose
  private final FakeRpc server =
      new FakeRpc(asked -> answers.size() > 1 ? answers.removeFirst() : answers.getFirst());

  private static Validator validator(String name, String publicKey, long power) {
    return new Validator(name, HexFormat.of().parseHex(publicKey), power);
  }

  private byte[] after(ValidatorSet validators, long height) {
    return new SignedHeaders(validators, List.of(server.address())).appHashAfter(height);
  }

  @Test
  void theHashAfterABlockIsInTheNextHeader() throws IOException {
    answers.add(error("height 19 must be less than or equal to the current blockchain height 18"));
    answers.add(recorded());
    assertThat(after(VALIDATORS, 18)).isEqualTo(HexFormat.of().parseHex("3200000000000000"));
  }

  @Test
  void whatOthersHaveSignedOrOfAnotherHeightIsNone() throws IOException {
    answers.add(recorded());
    ValidatorSet others = new ValidatorSet("recorded-chain", VALIDATORS.validators().subList(0, 3));
    assertThatThrownBy(() -> after(others, 18)).hasMessageContaining("other validators");
    assertThatThrownBy(() -> after(VALIDATORS, 19))
        .hasMessage("a validator shows height 19, and height 20 was asked for");
  }
}
