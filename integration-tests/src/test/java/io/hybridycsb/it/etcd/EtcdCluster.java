package io.hybridycsb.it.etcd;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** etcd. */
final class EtcdCluster extends LocalCluster {
  EtcdCluster(int nodes) {
    super("etcd", nodes);
  }

  /**
   * With a leader that is not given up for a pause: it would forget the writes it was asked for.
   */
  LocalCluster calm() {
    return with("election.ms", "10000");
  }

  @Override
  protected Map<String, String> patience() {
    return Map.of("etcd.timeout.ms", "60000");
  }
}
