package io.hybridycsb.it.veritas.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.LossTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes, broker and timestamp oracle in one process lose no more than those in several. */
@Tag("veritas-kafka")
@Tag("campaign")
class VeritasKafkaSharedJvmIT extends LossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = VeritasKafkaCluster.inOneJvm(3);

  @Override
  protected int commits() {
    return 25;
  }

  @Override
  protected int operationsOfClient() {
    return 300;
  }

  @Override
  protected int operationsPerSecond() {
    return 100;
  }

  @Test
  void aPartHasALogButNoProcessOfItsOwnWhichALineSays() {
    Ended refused = CLUSTER.hybridOn("kill", "node2");

    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err().strip())
        .hasLineCount(1)
        .contains("node2 has no process of its own: name jvm");
    assertThat(CLUSTER.hybridOn("logs", "node2").requireSuccess().out())
        .contains("node node2 ready on")
        .doesNotContain("node node1 ready on");
  }

  @Test
  void nothingAcknowledgedIsLostWhenTheOneProcessIsKilledUnderLoad() throws Exception {
    survives(
        "jvm",
        load -> {
          CLUSTER.kill("jvm");
          CLUSTER.restart("jvm");
        });
    CLUSTER.requireAuditPasses();
  }
}
