package io.hybridycsb.it.veritas;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasKafkaInstallIntoIT extends InstallIntoTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new VeritasKafkaCluster(2);

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
