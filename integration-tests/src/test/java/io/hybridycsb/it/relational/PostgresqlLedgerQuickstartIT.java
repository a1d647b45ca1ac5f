package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class PostgresqlLedgerQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger().notStarted();
}
