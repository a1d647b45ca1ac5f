package io.hybridycsb.it.cassandra;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three nodes, none of which is different from another. */
@Tag("cassandra-lwt")
class CassandraLwtSystemIT extends SystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new CassandraCluster().with("timeout.ms", "5000");

  @Override
  protected boolean isAudited() {
    return false;
  }

  /** Two writers of one record may leave an outcome unknown. */
  @Override
  protected Set<String> answers() {
    return Set.of("OK", "ABORTED", "UNKNOWN");
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("cassandra.timeout.ms", "7000");
  }

  @Override
  protected boolean hasTransactions() {
    return false;
  }
}
