package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.TestClient.Outcome;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasTestClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four nodes with 50 ms between them, one of which is cut off. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmNetworkIT {
  private static final int RTT_MS = 50;
  private static final int UPDATES = 20;
  private static final Duration RESUME = Duration.ofMinutes(3);

  @RegisterExtension private static final VeritasCluster CLUSTER = farApart();

  private static VeritasCluster farApart() {
    VeritasCluster cluster = new VeritasTmCluster(4);
    cluster.with("network.rtt.ms", Integer.toString(RTT_MS));
    return cluster;
  }

  @Test
  void noUpdateCommitsSoonerThanARoundTripBetweenNodes() {
    List<Double> tookMs = new ArrayList<>();
    try (VeritasTestClient client = CLUSTER.connect()) {
      for (int i = 0; i < UPDATES; i++) {
        int update = i;
        Awaitility.await("an update").atMost(RESUME).until(() -> commits(client, update, tookMs));
      }
    }
    assertThat(tookMs).hasSize(UPDATES).allMatch(ms -> ms >= RTT_MS);
  }

  private static boolean commits(VeritasTestClient client, int update, List<Double> tookMs) {
    long begun = System.nanoTime();
    Outcome outcome = client.put(update % 4, "far", "value" + update);
    if (outcome == Outcome.COMMITTED) {
      tookMs.add((System.nanoTime() - begun) / 1e6);
    }
    return outcome == Outcome.COMMITTED;
  }

  @Test
  void aNodeThatIsCutOffStopsNoneOfTheOthersAndCatchesUpWhenHealed() {
    try (VeritasTestClient client = CLUSTER.connect()) {
      CLUSTER.hybridOn("partition", "node4").requireSuccess();
      for (int node = 0; node < 3; node++) {
        int live = node;
        Awaitility.await("a write through node %d".formatted(node + 1))
            .atMost(RESUME)
            .until(() -> client.put(live, "written" + live, "apart") == Outcome.COMMITTED);
        assertThat(client.getFrom(3, "written" + live)).as("what node4 has heard of").isEmpty();
      }

      CLUSTER.hybridOn("heal").requireSuccess();
      for (int node = 0; node < 3; node++) {
        String key = "written" + node;
        Awaitility.await("node4 with what it had missed")
            .atMost(RESUME)
            .untilAsserted(() -> assertThat(client.getFrom(3, key)).contains("apart"));
      }
      Awaitility.await("a write through node4")
          .atMost(RESUME)
          .until(() -> client.put(3, "after", "together") == Outcome.COMMITTED);
    }
    CLUSTER.requireAuditPasses();
  }
}
