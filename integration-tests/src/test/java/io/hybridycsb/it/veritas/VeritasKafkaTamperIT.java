package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasKafkaTamperIT extends VeritasTamperTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);

  @Override
  protected VeritasCluster cluster() {
    return CLUSTER;
  }
}
