package io.hybridycsb.it.relational;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class PostgresqlLedgerInstallIntoIT extends InstallIntoTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();
}
