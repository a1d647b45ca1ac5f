package io.hybridycsb.it.cassandra;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** Three nodes of Cassandra. */
final class CassandraCluster extends LocalCluster {
  private static final int NODES = 3;

  CassandraCluster() {
    super("cassandra-lwt", NODES);
    // Longer than any operation takes on a machine that is very busy.
    with("timeout.ms", "30000");
    with("cassandra.jvm", SHORT_LIVED);
  }

  @Override
  protected Map<String, String> patience() {
    return Map.of("cassandra.timeout.ms", "60000", "cassandra.connect.timeout.ms", "60000");
  }
}
