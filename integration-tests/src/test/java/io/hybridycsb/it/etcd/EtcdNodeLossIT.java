package io.hybridycsb.it.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.NodeLossTests;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("etcd")
class EtcdNodeLossIT extends NodeLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3);

  /** Also how long a client that starts while a leader is elected waits for one. */
  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("etcd.timeout.ms", "20000");
  }

  /** Each member has all records and answers by itself. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, CLUSTER.nodes())
        .mapToObj(i -> Map.of("etcd.endpoints", CLUSTER.process("node" + i).address()))
        .toList();
  }

  @Test
  void nothingIsReadOrWrittenWithoutAMajorityAndTheClientSaysSoInOneLine() {
    String[] dead = {"node2", "node3"};
    CLUSTER.kill(dead);
    try {
      Ended load =
          CLUSTER.workload("load", "workloada", Map.of("etcd.timeout.ms", "2000", "table", "none"));

      assertThat(load.status()).as("%s", load).isEqualTo(1);
      assertThat(load.err().lines().filter(line -> line.startsWith("etcd: ")))
          .singleElement()
          .asString()
          .startsWith("etcd: no etcd with a leader answered at ")
          .endsWith(" within 2000 ms");
      assertThat(load.text()).doesNotContain("Exception").doesNotContain("\tat ");
    } finally {
      CLUSTER.restart(dead);
    }
  }
}
