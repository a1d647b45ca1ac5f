package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasKafkaCrashIT extends VeritasCrashTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(4);

  @Override
  protected VeritasCluster cluster() {
    return CLUSTER;
  }
}
