package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.ServerLossTests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class PostgresqlLedgerServerLossIT extends ServerLossTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();

  @AfterAll
  static void theHistoryIsWholeAndAsTheTables() {
    CLUSTER.requireAuditPasses();
  }
}
