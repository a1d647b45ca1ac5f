package io.hybridycsb.it.etcd;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.WorkloadTests;
import org.junit.jupiter.api.extension.RegisterExtension;

class EtcdWorkloadIT extends WorkloadTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3);

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
