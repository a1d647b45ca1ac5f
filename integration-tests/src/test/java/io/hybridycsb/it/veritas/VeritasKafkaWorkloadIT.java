package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TimedWorkloadTests;
import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasKafkaWorkloadIT extends TimedWorkloadTests {
  @RegisterExtension private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(3);

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
