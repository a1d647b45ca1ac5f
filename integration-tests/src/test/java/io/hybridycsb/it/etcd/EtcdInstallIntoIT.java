package io.hybridycsb.it.etcd;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("etcd")
class EtcdInstallIntoIT extends InstallIntoTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3);
}
