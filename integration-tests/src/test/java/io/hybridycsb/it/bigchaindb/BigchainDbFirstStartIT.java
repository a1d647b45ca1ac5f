package io.hybridycsb.it.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.Ended;
import io.hybridycsb.it.LocalCluster;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbFirstStartIT {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 1).notStarted();

  /** After the restart Tendermint asks the node again to begin the chain. */
  @Test
  void aNodeThatDiesBeforeItsFirstBlockStartsAgain() throws Exception {
    URL hook = BigchainDbFirstStartIT.class.getResource("ends-after-init-chain");
    Ended first = CLUSTER.upWith(Map.of("PYTHONPATH", Path.of(hook.toURI()).toString()));
    assertThat(first.status()).as("%s", first).isEqualTo(1);

    CLUSTER.up();

    assertThat(CLUSTER.ycsb("load", "workloada", Map.of("recordcount", "1")).committed())
        .isEqualTo(1);
  }
}
