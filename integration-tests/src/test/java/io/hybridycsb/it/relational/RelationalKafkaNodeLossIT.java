package io.hybridycsb.it.relational;

import io.hybridycsb.it.NodeLossTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-kafka")
class RelationalKafkaNodeLossIT extends NodeLossTests {
  @RegisterExtension
  private static final RelationalKafkaCluster CLUSTER = new RelationalKafkaCluster(3);

  /** Each kind of process alone, and whole nodes. */
  @Override
  protected List<List<String>> losses() {
    return List.of(
        List.of(CLUSTER.database(1)), List.of("node3"), CLUSTER.node(2), CLUSTER.node(3));
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("relational.read", "ordered");
  }

  @Override
  protected List<Map<String, String>> readers() {
    return CLUSTER.clientsOfOneNode(CLUSTER.nodes());
  }

  @Override
  protected int commits() {
    return 100;
  }

  @Override
  protected int operationsOfClient() {
    return 1_000;
  }

  @Override
  protected int operationsPerSecond() {
    return 200;
  }
}
