package io.hybridycsb.it.quorum;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.cluster.LyingProxy;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.client.Outcome;
import io.hybridycsb.quorum.client.QuorumClient;
import io.hybridycsb.quorum.client.QuorumSession;
import io.hybridycsb.quorum.client.ReadPolicy;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a network promises whose blocks three of four validators have sealed. */
public abstract class SealedBlocksTests extends ClusterTests<LocalCluster> {
  private static final long TIMEOUT_MS = 60_000;
  private static final long SHORT_MS = 8_000;

  private Path file() {
    return cluster().runDirectory().resolve("cluster.json");
  }

  private byte[] key(String name) {
    return StateKey.of(cluster().table("usertable"), name);
  }

  private Written write(String name, String value) {
    return new Written(key(name), RecordCodec.encode(Map.of("f", value.getBytes(UTF_8))));
  }

  private static Outcome.Kind kind(QuorumSession session, Written write)
      throws InterruptedException {
    return session.set(write).kind();
  }

  @Test
  void everyReadStandsAgainstItsProofAndSeals() {
    Map<String, String> sizes = Map.of("recordcount", "200", "operationcount", "400");
    assertThat(cluster().ycsb("load", "workloada", sizes).committed()).isEqualTo(200);

    assertThat(
            cluster()
                .ycsb(
                    "run",
                    "workloadc",
                    Map.of(
                        "recordcount", "200", "operationcount", "400", "quorum.verify", "online"))
                .committed())
        .isEqualTo(400);
    cluster().hybridOn("put", "ada", "born=1815").requireSuccess();
    assertThat(cluster().hybridOn("verify", "ada").requireSuccess().out())
        .contains("  born=1815")
        .containsPattern(
            "block [0-9]+, made [0-9]+ s ago, sealed by [34] of 4 validators; proof of [0-9]+ bytes");
    assertThat(cluster().hybridOn("verify", "nobody").requireSuccess().out())
        .contains("nobody: absent");
    cluster().requireAuditPasses();
  }

  @Test
  void itGoesOnWithoutOneOfFourAcknowledgesNothingWithoutTwoAndGoesOnOnceTheyAreBack()
      throws Exception {
    try (QuorumClient client =
            QuorumClient.open(ClusterFile.read(file()), ReadPolicy.SESSION, TIMEOUT_MS);
        QuorumClient hasty =
            QuorumClient.open(ClusterFile.read(file()), ReadPolicy.SESSION, SHORT_MS)) {
      QuorumSession session = client.sessionAt(0);
      assertThat(kind(session, write("losses", "none"))).isEqualTo(Outcome.Kind.COMMITTED);
      cluster().kill("node2");
      for (int i = 0; i < 4; i++) {
        assertThat(kind(session, write("losses", "one"))).isEqualTo(Outcome.Kind.COMMITTED);
      }
      cluster().kill("node3");
      // A block may have been on its way.
      Awaitility.await("the last block")
          .atMost(Duration.ofMinutes(2))
          .until(() -> kind(hasty.sessionAt(0), write("losses", "last")) == Outcome.Kind.UNKNOWN);
      for (int node : new int[] {0, 3}) {
        assertThat(kind(hasty.sessionAt(node), write("losses", "two")))
            .isEqualTo(Outcome.Kind.UNKNOWN);
      }
      cluster().restart("node2", "node3");

      Awaitility.await("a commit")
          .atMost(Duration.ofMinutes(5))
          .until(() -> kind(session, write("losses", "back")) == Outcome.Kind.COMMITTED);
      assertThat(client.sessionAt(1).verify(key("losses")).value()).isPresent();
    }
    cluster().requireAuditPasses();
  }

  @Test
  void aNodeThatLiesAboutAValueIsFoundOut() throws Exception {
    String truth = "thetruthandnothingelse";
    String lie = "thelie".repeat(4).substring(0, truth.length());
    cluster().hybridOn("put", "liar", "f=" + truth).requireSuccess();
    HexFormat hex = HexFormat.of();
    String node1 = "http://" + cluster().process("node1").address();
    String honest = Files.readString(file());
    try (LyingProxy proxy =
        new LyingProxy(
            node1, hex.formatHex(truth.getBytes(UTF_8)), hex.formatHex(lie.getBytes(UTF_8)))) {
      Path lying = Files.createTempFile("lying", ".json");
      Files.writeString(lying, honest.replace(node1, proxy.url()));
      try (QuorumClient client =
          QuorumClient.open(ClusterFile.read(lying), ReadPolicy.SESSION, TIMEOUT_MS)) {
        assertThatThrownBy(() -> client.sessionAt(0).verify(key("liar")))
            .isInstanceOf(VerificationFailed.class)
            .hasMessageStartingWith("node1, block ");
        assertThat(client.sessionAt(1).verify(key("liar")).value()).isPresent();
      }
      Files.writeString(file(), honest.replace(node1, proxy.url()));

      Ended audit = cluster().hybridOn("audit");

      // Its events are lies as well as its values.
      assertThat(audit.status()).as("%s", audit).isEqualTo(1);
      assertThat(audit.out())
          .contains("node1: %s/liar is another record".formatted(cluster().table("usertable")))
          .doesNotContain("node2: usertable", "audit passed");
    } finally {
      Files.writeString(file(), honest);
    }
  }
}
