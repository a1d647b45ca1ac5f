package io.hybridycsb.it.cassandra;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.SystemTests;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Suites on clusters of Cassandra with lightweight transactions; those that say more are in classes
 * of their own.
 */
@Tag("cassandra-lwt")
class CassandraLwtIT {
  /** Three nodes, none of which is different from another. */
  @Nested
  class EverySystem extends SystemTests {
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

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new CassandraCluster().startedAsIn("docs/systems/cassandra-lwt.md: Starting one", 0);
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new CassandraCluster().notStarted();

    @Override
    protected String auditResult() {
      return "none";
    }

    /** Two writers of one record may leave an outcome unknown. */
    @Override
    protected String withoutOutcome() {
      return "unknown, 0 failed";
    }
  }
}
