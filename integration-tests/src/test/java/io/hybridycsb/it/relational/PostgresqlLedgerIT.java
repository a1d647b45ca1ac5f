package io.hybridycsb.it.relational;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.ServerLossTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Suites on clusters of PostgreSQL with a ledger; those that say more are in classes of their own.
 */
@Tag("databases")
class PostgresqlLedgerIT {
  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger().notStarted();
  }

  @Nested
  @Tag("campaign")
  class ServerLoss extends ServerLossTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();

    @AfterAll
    static void theHistoryIsWholeAndAsTheTables() {
      CLUSTER.requireAuditPasses();
    }
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
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

  @Nested
  @Tag("campaign")
  class Workload extends RelationalWorkloadTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();

    @AfterAll
    static void theHistoryIsWholeAndAsTheTables() {
      CLUSTER.requireAuditPasses();
    }
  }
}
