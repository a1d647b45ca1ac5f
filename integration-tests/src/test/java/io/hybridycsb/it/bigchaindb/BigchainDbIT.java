package io.hybridycsb.it.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.QuickstartTests;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of BigchainDB; those that say more are in classes of their own. */
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbIT {
  @Nested
  @Tag("campaign")
  class FirstStart {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 1).notStarted();

    /** After the restart Tendermint asks the node again to begin the chain. */
    @Test
    void aNodeThatDiesBeforeItsFirstBlockStartsAgain() throws Exception {
      URL hook = FirstStart.class.getResource("ends-after-init-chain");
      Ended first = CLUSTER.upWith(Map.of("PYTHONPATH", Path.of(hook.toURI()).toString()));
      assertThat(first.status()).as("%s", first).isEqualTo(1);

      CLUSTER.up();

      assertThat(CLUSTER.ycsb("load", "workloada", Map.of("recordcount", "1")).committed())
          .isEqualTo(1);
    }
  }

  @Nested
  @Tag("campaign")
  class ParallelWorkload extends BigchainDbWorkloadTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb-pv", 1);
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 1).notStarted();

    @Override
    protected int records() {
      return 40;
    }

    @Override
    protected int operations() {
      return 80;
    }

    @Override
    protected String auditResult() {
      return "none: this system has nothing to audit";
    }
  }
}
