package io.hybridycsb.it.etcd;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.SystemTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of etcd; those that say more are in classes of their own. */
@Tag("etcd")
class EtcdIT {
  /** Three members. All that is done here is done by the commands, as a user would. */
  @Nested
  class EverySystem extends SystemTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3).byCommands();

    @Override
    protected boolean isAudited() {
      return false;
    }

    /** Also how long a client that starts while a leader is elected waits for one. */
    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("etcd.timeout.ms", "20000");
    }

    /** The member that died and another one each have all records and answer by themselves. */
    @Override
    protected List<Map<String, String>> readers() {
      return IntStream.rangeClosed(1, 2)
          .mapToObj(i -> Map.of("etcd.endpoints", CLUSTER.process("node" + i).address()))
          .toList();
    }
  }

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3);
  }

  @Nested
  class Quickstart extends QuickstartTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3).notStarted();

    @Override
    protected String auditResult() {
      return "none: this system has nothing to audit";
    }

    @Test
    @Tag("campaign")
    void withoutANumberOfOperationsItRunsUntilItIsSteady() {
      requireThatItRunsUntilItIsSteady();
    }
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3);

    /** Also how long a client that starts while a leader is elected waits for one. */
    @Override
    protected Map<String, String> properties() {
      return Map.of("etcd.timeout.ms", "20000");
    }
  }
}
