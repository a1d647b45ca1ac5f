package io.hybridycsb.it.relational;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.suites.ServerLossTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of PostgreSQL; those that say more are in classes of their own. */
@Tag("databases")
class PostgresqlIT {
  @Nested
  class EverySystem extends RelationalSystemTests {
    @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();
  }

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends RelationalQuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalCluster.postgresql().notStarted();
  }

  @Nested
  @Tag("campaign")
  class ServerLoss extends ServerLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();

    @Override
    protected boolean goesOnWithoutThem() {
      return false;
    }
  }

  @Nested
  @Tag("campaign")
  class Workload extends RelationalWorkloadTests {
    @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();
  }
}
