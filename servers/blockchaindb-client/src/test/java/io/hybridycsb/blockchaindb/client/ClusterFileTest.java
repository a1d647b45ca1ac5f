package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.ethereum.chain.Layout;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterFileTest {
  private final ClusterFile cluster =
      new ClusterFile(
          Layout.values()[0],
          List.of(
              new ClusterFile.Node("node1", "127.0.0.1:7001"),
              new ClusterFile.Node("node2", "127.0.0.1:7002")),
          List.of());

  @Test
  void aNodeIsFoundByItsNameAndByItsNumber() {
    assertThat(cluster.indexOf("node2")).isEqualTo(1);
    assertThat(cluster.indexOf("2")).isEqualTo(1);
    for (String other : List.of("", "0", "3", "02", "-1", "node", "node3")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> cluster.indexOf(other))
          .withMessage(
              "no node '%s'; there are node1, node2, or by number 1 to 2".formatted(other));
    }
  }
}
