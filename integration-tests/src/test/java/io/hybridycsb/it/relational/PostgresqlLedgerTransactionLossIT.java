package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class PostgresqlLedgerTransactionLossIT extends TransactionLossTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();

  @Override
  protected boolean goesOnWithoutThem() {
    return false;
  }

  @AfterAll
  static void theHistoryIsWholeAndAsTheTables() {
    CLUSTER.requireAuditPasses();
  }
}
