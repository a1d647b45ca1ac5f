package io.hybridycsb.it.cassandra;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("cassandra-lwt")
class CassandraLwtQuickstartIT extends QuickstartTests {
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
