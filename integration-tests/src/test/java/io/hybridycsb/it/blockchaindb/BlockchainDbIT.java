package io.hybridycsb.it.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of BlockchainDB; those that say more are in classes of their own. */
@Tag("blockchaindb")
class BlockchainDbIT {
  /** Values in the log: only the servers keep them, no state of the chain. */
  @Nested
  class EverySystem extends BlockchainDbSystemTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new BlockchainDbCluster(64).with("layout", "log");

    /** Deep enough not to be reorganised. A write takes some seconds. */
    @Override
    protected Map<String, String> loadProperties() {
      return Map.of(
          "blockchaindb.timeout.ms", "30000",
          "blockchaindb.commit", "depth:2");
    }
  }

  /** Shards whose blocks are sealed by most: what is acknowledged in a block is final. */
  @Nested
  @Tag("campaign")
  class Qbft extends BlockchainDbSystemTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new BlockchainDbCluster(64).startedAsIn("docs/systems/blockchaindb.md: Over QBFT", 0);

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("blockchaindb.timeout.ms", "60000");
    }
  }

  /** The paper's layout. */
  @Nested
  @Tag("campaign")
  class Quickstart {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new BlockchainDbCluster(400).notStarted();

    @Test
    void quickstartLoadsRunsAndAudits() {
      Ended ended =
          CLUSTER
              .quickstart("--records", "400", "--operations", "800", "--threads", "200")
              .requireSuccess();

      assertThat(ended.out()).contains("audit").contains("passed");
    }
  }
}
