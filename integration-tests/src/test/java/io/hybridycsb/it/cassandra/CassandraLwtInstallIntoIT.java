package io.hybridycsb.it.cassandra;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("cassandra-lwt")
class CassandraLwtInstallIntoIT extends InstallIntoTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new CassandraCluster().startedAsIn("docs/systems/cassandra-lwt.md: Starting one", 0);
}
