package io.hybridycsb.it.veritas;

import io.hybridycsb.it.CrashTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasKafkaCrashIT extends CrashTests {
  @RegisterExtension private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(4);

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }

  @Test
  void aRedisThatIsEmptiedUnderLoadIsFilledFromTheLedger() throws Exception {
    survives("flushed", () -> CLUSTER.flush("redis1"));
  }

  @Test
  void aRedisThatIsEmptiedWhileItsNodeIsDeadIsFilledAtTheStart() throws Exception {
    survives(
        "flushed-dead",
        () -> {
          CLUSTER.kill("node3");
          CLUSTER.flush("redis3");
          CLUSTER.restart("node3");
        });
  }
}
