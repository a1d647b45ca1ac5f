package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How old a block may be that shows the present. */
class BlockAgeTest {
  private static final byte[] KEY = AttestedLedger.key("k");
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

  private static void assertFails(Runnable check) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(check::run)
        .withMessage("the newest block that was shown was made 61 s ago; at most 60 s are allowed");
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
