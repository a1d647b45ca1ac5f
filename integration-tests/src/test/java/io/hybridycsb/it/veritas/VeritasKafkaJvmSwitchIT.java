package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes, broker and timestamp oracle can be one process now, and a process each the next time. */
@Tag("veritas-kafka")
@Tag("campaign")
class VeritasKafkaJvmSwitchIT {
  @RegisterExtension
  private static final LocalCluster CLUSTER = VeritasKafkaCluster.inOneJvm(2).notStarted();

  @Test
  void whatOneProcessHasWrittenSeveralProcessesRead() {
    CLUSTER.up();
    CLUSTER.hybridOn("put", "user1", "field0=of one process").requireSuccess();

    CLUSTER.down();
    CLUSTER.with("nodes.jvm", "separate").up();

    assertThat(CLUSTER.processes())
        .contains("node1", "node2", "kafka1", "tso")
        .doesNotContain("jvm");
    assertThat(CLUSTER.hybridOn("get", "user1").requireSuccess().out()).contains("of one process");
  }
}
