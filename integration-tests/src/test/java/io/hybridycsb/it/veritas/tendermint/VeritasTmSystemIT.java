package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.TestClient.Outcome;
import io.hybridycsb.it.suites.ProofTests;
import io.hybridycsb.it.veritas.PastReads;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasTestClient;
import io.hybridycsb.veritas.model.VeritasException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three of four validators decide. */
@Tag("veritas-tm")
class VeritasTmSystemIT extends ProofTests {
  /** How soon all is rebuilt on a very busy machine. */
  private static final Duration REBUILT = Duration.ofMinutes(1);

  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

  @Override
  protected List<String> node() {
    return List.of("node2", "validator2");
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("veritas.read", "linearizable");
  }

  /** The node that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, 2).mapToObj(i -> Map.of("veritas.node", "node" + i)).toList();
  }

  @Test
  @Tag("campaign")
  @Order(5)
  void eachNodeProvesWhatARecordWasAlsoAfterItsDeath() {
    PastReads.check(CLUSTER, "node2", "validator2");
  }

  @Test
  @Tag("campaign")
  @Order(6)
  void whatEveryRedisForgetsIsReadAgainThoughNobodyWrites() {
    String[] all =
        IntStream.rangeClosed(1, CLUSTER.nodes()).mapToObj(i -> "redis" + i).toArray(String[]::new);
    try (VeritasTestClient client = CLUSTER.connect()) {
      assertThat(client.put(0, "forgotten", "value")).isEqualTo(Outcome.COMMITTED);
      CLUSTER.kill(all);
      CLUSTER.restart(all);
      for (int i = 0; i < CLUSTER.nodes(); i++) {
        int node = i;
        Awaitility.await("the value at node " + (node + 1))
            .atMost(REBUILT)
            .ignoreExceptionsInstanceOf(VeritasException.class)
            .until(() -> client.getFrom(node, "forgotten"), Optional.of("value")::equals);
      }
    }
    CLUSTER.requireAuditPasses();
  }
}
