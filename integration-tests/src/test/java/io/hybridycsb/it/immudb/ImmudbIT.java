package io.hybridycsb.it.immudb;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.ServerLossTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of immudb; those that say more are in classes of their own. */
@Tag("immudb")
class ImmudbIT {
  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster().notStarted();
  }

  @Nested
  @Tag("campaign")
  class ServerLoss extends ServerLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();

    @Override
    protected Map<String, String> loadProperties() {
      return ImmudbCluster.VERIFIED;
    }
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();

    @Override
    protected boolean goesOnWithoutThem() {
      return false;
    }
  }
}
