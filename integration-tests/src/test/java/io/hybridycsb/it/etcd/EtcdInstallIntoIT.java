package io.hybridycsb.it.etcd;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.extension.RegisterExtension;

class EtcdInstallIntoIT extends InstallIntoTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(1);

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
