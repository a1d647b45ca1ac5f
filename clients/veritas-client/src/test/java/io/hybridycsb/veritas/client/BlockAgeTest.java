package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** How old a block may be that shows the present. */
class BlockAgeTest {
  private static final byte[] KEY = AttestedLedger.key("k");
  private static final int PLENTY_MS = 60_000;
  private static final AgeLimit LIMIT = AgeLimit.ofSeconds(60);

  private final AttestedLedger chain =
      AttestedLedger.overCometBft().block(Map.of("k", "old")).block(Map.of("k", "new"));

  /** What validators have signed about the block at height 2. */
  private final Instant made =
      chain.verifier().check(KEY, chain.prove("k", 2)).made().orElseThrow();

  private ReadVerifier verifier(AgeLimit limit, long ageS) {
    return chain.verifier(limit, InstantSource.fixed(made.plusSeconds(ageS)));
  }

  @Test
  void aBlockMayBeAsOldAsTheLimit() {
    assertThat(verifier(LIMIT, 60).check(KEY, chain.prove("k", 2)).made()).contains(made);
  }

  @Test
  void anOldBlockDoesNotShowThePresent() {
    assertFails(() -> verifier(LIMIT, 61).check(KEY, chain.prove("k", 2)));
    List<SeenRecord.Receipt> reads = List.of(chain.read("k", 2));
    assertFails(() -> verifier(LIMIT, 61).checkSeen(reads, chain.proveSeen(reads, 2)));
  }

  private static void assertFails(ThrowingCallable check) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(check)
        .withMessage("the newest block that was shown was made 61 s ago; at most 60 s are allowed");
  }

  @Test
  void anOldBlockOfANodeThatLagsIsPassedOver() throws Exception {
    assertThat(readFrom(proving(behind()), proving(chain)).made()).contains(made);
  }

  @Test
  void oldBlocksOfAllNodesThatAnswerDoNotShowThePresent() {
    FakeNode.Behaviour down = FakeNode.failing(Failure.Code.UNAVAILABLE, "catching up");
    assertFails(() -> readFrom(proving(behind()), down));
    assertFails(() -> readFrom(proving(behind()), proving(behind())));
  }

  /** Its newest block is a second older. */
  private AttestedLedger behind() {
    return chain.begunAnew().block(Map.of("k", "old"));
  }

  private static FakeNode.Behaviour proving(AttestedLedger ledger) {
    return (request, answers) ->
        answers.send(
            Response.newBuilder()
                .setId(request.getId())
                .setVerify(ledger.prove("k", ledger.height())));
  }

  /** When the newest block is as old as the limit. */
  private VerifiedRecord readFrom(FakeNode.Behaviour first, FakeNode.Behaviour second)
      throws Exception {
    try (FakeCluster cluster = new FakeCluster(first, second)) {
      VeritasClient client = cluster.chainClient(ClientOptions.DEFAULT.withTimeoutMs(PLENTY_MS));
      HeightRead read =
          new HeightRead(
              client.session(0),
              0,
              client.deadline(),
              min -> Request.newBuilder().setVerify(VerifyRequest.getDefaultInstance()));
      return read.checked(reply -> verifier(LIMIT, 60).check(KEY, reply));
    }
  }

  @Test
  void withoutALimitItDoes() {
    assertThat(verifier(AgeLimit.NONE, 61).check(KEY, chain.prove("k", 2)).height()).isEqualTo(2);
  }

  @Test
  void aBlockOfThePastMayBeOld() {
    assertThat(verifier(LIMIT, 61).checkAt(KEY, 2, chain.prove("k", 2)).height()).isEqualTo(2);
  }

  @Test
  void overKafkaThereIsNoLimitForThereIsNoTime() {
    SigningKey key = Ed25519.generate();
    AttestedLedger ledger = AttestedLedger.overKafka(1);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                VeritasClient.connect(
                    ledger.config("127.0.0.1:1", key.publicKey()),
                    key,
                    ClientOptions.DEFAULT.withAge(LIMIT)))
        .withMessage("no age limit over Kafka: the nodes of cluster test sign no time");
    ledger.block(Map.of("k", "v"));
    assertThat(ledger.verifier().check(KEY, ledger.prove("k", 1)).made()).isEmpty();
  }
}
