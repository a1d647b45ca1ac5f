package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.Ended;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes, broker and timestamp oracle can be one process, which comes back with what it had. */
@Tag("veritas-kafka")
class VeritasKafkaOneJvmIT {
  @RegisterExtension private static final LocalCluster CLUSTER = VeritasKafkaCluster.inOneJvm(1);

  @Test
  void theOneProcessIsKilledAndComesBackAndItsPartsAreNot() {
    CLUSTER.hybridOn("put", "user1", "field0=of one process").requireSuccess();
    Ended refused = CLUSTER.hybridOn("kill", "node1");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err().strip())
        .hasLineCount(1)
        .startsWith("hybrid: node1 has no process of its own: name jvm");

    CLUSTER.kill("jvm");
    CLUSTER.restart("jvm");

    assertThat(CLUSTER.hybridOn("get", "user1").requireSuccess().out()).contains("of one process");
  }
}
