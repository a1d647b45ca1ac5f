package io.hybridycsb.it.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.Ended;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The paper's layout. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbQuickstartIT {
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
