package io.hybridycsb.it.cassandra;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.NodeLossTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class CassandraLwtNodeLossIT extends NodeLossTests {
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
}
