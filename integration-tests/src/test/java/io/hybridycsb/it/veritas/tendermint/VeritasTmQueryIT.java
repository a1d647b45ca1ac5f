package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.it.veritas.VeritasTestClient;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.smt.Proof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.BlockHeader;
import java.time.Duration;
import java.util.HexFormat;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reads with proofs through CometBFT alone. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmQueryIT {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  @RegisterExtension private static final VeritasTmCluster CLUSTER = new VeritasTmCluster(1);

  private final ChainRpc rpc = new ChainRpc(CLUSTER, "validator1");

  /** Follows the proof from the value to the hash that the validators sign. */
  private void requireProved(byte[] key, byte[] value, JsonNode response) throws Exception {
    JsonNode ops = response.path("proofOps").path("ops");
    assertThat(ops.path(0).path("type").asText()).isEqualTo("veritas:smt");
    assertThat(ops.path(1).path("type").asText()).isEqualTo("veritas:header");
    byte[] headerBytes = ops.path(1).path("data").binaryValue();
    byte[] root = BlockHeader.parseFrom(headerBytes).getStateRoot().toByteArray();
    Proof proof = Proof.decodeCompact(ops.path(0).path("data").binaryValue());
    assertThat(
            value == null
                ? Verifier.verifyAbsence(root, key, proof)
                : Verifier.verifyMembership(root, key, value, proof))
        .isTrue();
    long height = response.path("height").asLong();
    String appHash = HexFormat.of().withUpperCase().formatHex(Hashes.sha256(headerBytes));
    Awaitility.await("the header after height " + height)
        .atMost(DEADLINE)
        .until(() -> rpc.appHash(height + 1), appHash::equals);
  }

  @Test
  void aValueAndItsAbsenceAreProvedUpToTheSignedApplicationHash() throws Exception {
    try (VeritasTestClient client = VeritasTestClient.patient(CLUSTER)) {
      assertThat(client.put(0, "present", "value")).isEqualTo(VeritasTestClient.Outcome.COMMITTED);
    }
    byte[] present = StateKey.of(CLUSTER.table(), "present");
    JsonNode found = rpc.query("/key", present);
    byte[] value = found.path("value").binaryValue();
    assertThat(found.path("code").asInt(-1)).isZero();
    assertThat(StateValue.version(value)).isPositive();
    requireProved(present, value, found);

    byte[] absent = StateKey.of(CLUSTER.table(), "absent");
    JsonNode nothing = rpc.query("/key", absent);
    assertThat(nothing.path("value").isNull()).isTrue();
    assertThat(nothing.path("log").asText()).isEqualTo("absent");
    requireProved(absent, null, nothing);
  }

  @Test
  void anUnknownPathAndAKeyThatIsNoneAreRefusedWithALine() throws Exception {
    JsonNode path = rpc.query("/store", new byte[0]);
    assertThat(path.path("code").asInt()).isPositive();
    assertThat(path.path("log").asText()).contains("/key", "/store");
    JsonNode key = rpc.query("/key", new byte[] {1});
    assertThat(key.path("code").asInt()).isPositive();
    assertThat(key.path("log").asText()).contains("a state key");
  }
}
