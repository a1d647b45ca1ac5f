package io.hybridycsb.harness.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.network.NetworkOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinksTest {
  private final Ports ports = new Ports(Map.of("node1", 2001, "node2", 2002), 22_000);

  private Links links(Map<String, String> set) {
    return new Links(NetworkOptions.areSet(new Settings(NetworkOptions.common(), set)), ports);
  }

  @Test
  void withoutNetworkOptionsEveryAddressIsTheRealOne() {
    Links links = links(Map.of());

    assertThat(links.address("node1", "node2", "node2")).isEqualTo("127.0.0.1:2002");
    assertThat(links.addressForAll("node2", "node2")).isEqualTo("127.0.0.1:2002");
    assertThat(links.addressForAllOn("127.0.1.2", "node2", "node2")).isEqualTo("127.0.0.1:2002");
    assertThat(links.all()).isEmpty();
  }

  @Test
  void eachTwoNodesHaveALinkOfTheirOwnInEachDirectionHoweverOftenItIsAskedFor() {
    Links links = links(Map.of("network.rtt.ms", "0"));

    int there = links.port("node1", "node2", "node2");
    int back = links.port("node2", "node1", "node1");

    assertThat(there).isNotIn(2001, 2002, back);
    assertThat(links.port("node1", "node2", "node2")).isEqualTo(there);
    assertThat(links.all())
        .containsExactly(
            new Link("node1", "node2", "node2", "127.0.0.1:" + there, "127.0.0.1:2002"),
            new Link("node2", "node1", "node1", "127.0.0.1:" + back, "127.0.0.1:2001"));
  }

  @Test
  void aNodeReachesItselfDirectly() {
    Links links = links(Map.of("network.rate.mbit", "100"));

    assertThat(links.port("node1", "node1", "node1")).isEqualTo(2001);
    assertThat(links.all()).isEmpty();
  }

  @Test
  void aNodeWithOneAddressForAllHasOneLinkThatTheyShare() {
    Links links = links(Map.of("network.rtt.ms", "5"));

    assertThat(links.addressForAllOn("127.0.1.2", "node2", "node2")).isEqualTo("127.0.1.2:2002");
    assertThat(links.all())
        .containsExactly(new Link(Link.ANY, "node2", "node2", "127.0.1.2:2002", "127.0.0.1:2002"))
        .allMatch(Link::isShared);
  }
}
