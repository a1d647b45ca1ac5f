package io.hybridycsb.harness.system.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.network.Link;
import io.hybridycsb.harness.network.RttMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {
  private static final RttMatrix EUROPE = RttMatrix.read("europe");

  private static List<Link> from(String node) {
    return List.of(new Link(node, "node2", "node2-peer", "127.0.0.1:1", "127.0.0.1:2"));
  }

  @Test
  void regionsAreRefusedWhereNobodyKnowsWhoConnects() {
    assertThatThrownBy(() -> NetworkPlan.regions("etcd", EUROPE, from(Link.ANY)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("etcd takes no network.rtt.matrix");
    assertThat(NetworkPlan.regions("etcd", RttMatrix.NONE, from(Link.ANY)).isEmpty()).isTrue();
    assertThat(NetworkPlan.regions("veritas-tm", EUROPE, from("node1"))).isEqualTo(EUROPE);
  }
}
