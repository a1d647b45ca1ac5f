package io.hybridycsb.it.etcd;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three members. All that is done here is done by the commands, as a user would. */
@Tag("etcd")
class EtcdSystemIT extends SystemTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3).byCommands();

  @Override
  protected boolean isAudited() {
    return false;
  }

  /** Also how long a client that starts while a leader is elected waits for one. */
  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("etcd.timeout.ms", "20000");
  }

  /** The member that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, 2)
        .mapToObj(i -> Map.of("etcd.endpoints", CLUSTER.process("node" + i).address()))
        .toList();
  }
}
