package io.hybridycsb.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.core.testing.TestKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeerAddressesTest {
  private static final Member NODE1 =
      new Member("node1", "127.0.0.1:2001", TestKeys.node(1).publicKey());
  private static final Member NODE2 =
      new Member("node2", "127.0.0.1:2002", TestKeys.node(2).publicKey());

  private static PeerAddresses parse(String text) {
    ClusterConfig cluster =
        new ClusterConfig(
            "test",
            ClusterConfig.ApprovalPolicy.ALL,
            "127.0.0.1:1000",
            List.of(NODE1, NODE2),
            List.of(),
            Optional.empty(),
            Map.of());
    return PeerAddresses.form(cluster).parser().apply(text);
  }

  @Test
  void nodesAreWhereTheClusterFileSaysUnlessTheyAreElsewhere() {
    PeerAddresses addresses = parse("node2=127.0.0.1:3002");

    assertThat(addresses.of(NODE1)).isEqualTo("127.0.0.1:2001");
    assertThat(addresses.of(NODE2)).isEqualTo("127.0.0.1:3002");
    assertThat(parse("").of(NODE2)).isEqualTo("127.0.0.1:2002");
  }

  @Test
  void whatNamesNoNodeOrNoAddressIsRefused() {
    for (String wrong : List.of("node3=127.0.0.1:3003", "127.0.0.1:3002", "node2", "node2=3002")) {
      assertThatThrownBy(() -> parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
