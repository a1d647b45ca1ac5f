package io.hybridycsb.it.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.NodeLossTests;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("campaign")
@Tag("cassandra-lwt")
class CassandraLwtNodeLossIT extends NodeLossTests {
  private static final Duration NOTICED = Duration.ofMinutes(2);

  @RegisterExtension
  private static final LocalCluster CLUSTER = new CassandraCluster().with("timeout.ms", "5000");

  /** No node is different from another. */
  @Override
  protected List<List<String>> losses() {
    return List.of(List.of("node2"));
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("cassandra.timeout.ms", "7000");
  }

  /** A client looks whether nodes answer at its level before its first operation. */
  @Test
  void aReadNeedsAsManyLivingReplicasAsItsConsistencyNames() {
    CLUSTER.hybridOn("put", "level", "field0=kept").requireSuccess();
    requireRead("all", "three");
    try {
      CLUSTER.kill("node3");
      requireRead("serial", "local_serial", "quorum", "local_quorum", "two", "one");
      requireRefused("three", "THREE (3 required but only 2 alive)");
      requireRefused("all", "ALL (3 required but only 2 alive)");

      CLUSTER.kill("node2");
      requireRead("one");
      requireRefused("two", "TWO (2 required but only 1 alive)");
      requireRefused("quorum", "QUORUM (2 required but only 1 alive)");
      requireRefused("local_quorum", "LOCAL_QUORUM (2 required but only 1 alive)");
      requireRefused("serial", "SERIAL (2 required but only 1 alive)");
      requireRefused("local_serial", "LOCAL_SERIAL (2 required but only 1 alive)");
    } finally {
      CLUSTER.hybridOn("restart", "--all").requireSuccess();
    }
  }

  /** The driver asks one of the nodes for what it has to know; the texts stand in its requests. */
  @ParameterizedTest
  @ValueSource(strings = {"system.peers", "schema_version", "system_schema"})
  void aClientStartsThoughTheNodeThatItAsksDiesMeanwhile(String request) throws Exception {
    CLUSTER.hybridOn("put", "starts", "field0=kept").requireSuccess();
    AtomicBoolean hasDied = new AtomicBoolean();
    try (CuttingProxy node1 = new CuttingProxy(CLUSTER.port("node1"), request, hasDied);
        CuttingProxy node3 = new CuttingProxy(CLUSTER.port("node3"), request, hasDied)) {
      Ended get =
          CLUSTER.hybridOn(
              "get",
              "starts",
              "-p",
              "cassandra.contact.points=%s,%s".formatted(node1.address(), node3.address()),
              "-p",
              "cassandra.connect.timeout.ms=60000");
      assertThat(hasDied).as(get.toString()).isTrue();
      assertThat(get.requireSuccess().out()).contains("field0=kept");
    }
  }

  private static void requireRead(String... levels) {
    for (String level : levels) {
      assertThat(readAt(level, "60000").requireSuccess().out()).contains("field0=kept");
    }
  }

  /** For some seconds after its death a node is asked in vain. */
  private static void requireRefused(String level, String reason) {
    await()
        .atMost(NOTICED)
        .untilAsserted(
            () -> {
              Ended get = readAt(level, "5000");
              assertThat(get.status()).as(get.toString()).isEqualTo(1);
              assertThat(get.text()).contains("consistency " + reason);
            });
  }

  private static Ended readAt(String level, String connectMs) {
    return CLUSTER.hybridOn(
        "get",
        "level",
        "-p",
        "cassandra.read.consistency=" + level,
        "-p",
        "cassandra.connect.timeout.ms=" + connectMs);
  }
}
