package io.hybridycsb.it.etcd;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** etcd. */
final class EtcdCluster extends LocalCluster {
  EtcdCluster(int nodes) {
    super("etcd", nodes);
  }

  @Override
  protected Map<String, String> patience() {
    return Map.of("etcd.timeout.ms", "60000");
  }
}
