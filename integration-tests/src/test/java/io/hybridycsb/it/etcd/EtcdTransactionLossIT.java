package io.hybridycsb.it.etcd;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("etcd")
class EtcdTransactionLossIT extends TransactionLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3);

  /** Also how long a client that starts while a leader is elected waits for one. */
  @Override
  protected Map<String, String> properties() {
    return Map.of("etcd.timeout.ms", "20000");
  }
}
