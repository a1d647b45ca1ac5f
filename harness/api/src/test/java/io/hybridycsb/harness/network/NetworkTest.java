package io.hybridycsb.harness.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private final Network network =
      new Network(
          8474,
          20,
          0,
          List.of(
              new Link("node1", "node2", "node2", "127.0.0.1:4012", "127.0.0.1:2002"),
              new Link(Link.ANY, "node11", "node11", "127.0.0.1:4013", "127.0.0.1:2003")),
          Set.of());

  @Test
  void aNodeIsFoundByItsNameAndByItsNumber() {
    assertThat(network.node("node2")).contains("node2");
    assertThat(network.node("2")).contains("node2");
    assertThat(network.node("11")).contains("node11");
  }

  @Test
  void whatIsNoNodeIsNotFound() {
    for (String other : List.of("", "0", "3", "02", "node", "node3", "Node2", Link.ANY)) {
      assertThat(network.node(other)).as(other).isEmpty();
    }
  }
}
