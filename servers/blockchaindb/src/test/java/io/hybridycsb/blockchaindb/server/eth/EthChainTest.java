package io.hybridycsb.blockchaindb.server.eth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the chain's client is asked for; in its place something that writes it down. */
class EthChainTest {
  private final ArrayNode peers = JsonNodeFactory.instance.arrayNode();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  @AutoClose private RpcStandIn client;

  @BeforeEach
  void start() throws IOException {
    client = new RpcStandIn(this::answer);
  }

  private JsonNode answer(String method, JsonNode parameters) {
    if (method.equals("admin_peers")) {
      return peers;
    }
    asked.add(method + " " + parameters.get(0).asText());
    return BooleanNode.TRUE;
  }

  private void addPeer(String enode, boolean inbound) {
    peers.addObject().put("enode", enode).putObject("network").put("inbound", inbound);
  }

  private EthChain chain(int sealers) {
    Address address = new Address("0x" + "0b".repeat(20));
    return new EthChain(
        client.rpc(),
        new Shard(
            Consensus.CLIQUE, 2_022, address, Collections.nCopies(sealers, address), List.of()));
  }

  @Test
  void onlyPeersThatTheClientConnectedToAreGreetedAgain() throws Exception {
    addPeer("enode://theirs", true);
    addPeer("enode://ours", false);

    chain(3).greetPeersAgain();

    assertThat(asked)
        .containsExactly("admin_removePeer enode://ours", "admin_addPeer enode://ours");
  }

  @Test
  void halfOfTheSealersAreNotMost() throws Exception {
    addPeer("enode://theirs", true);

    assertThat(chain(4).isAmongMost()).isFalse();
    assertThat(chain(3).isAmongMost()).isTrue();
  }
}
