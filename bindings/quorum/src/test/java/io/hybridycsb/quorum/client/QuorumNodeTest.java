package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a node is asked for. It is a stand-in. */
class QuorumNodeTest {
  private static final byte[] PRESENT = new byte[32];
  private static final byte[] ABSENT = {1};
  private static final String CODE = "0x" + "00".repeat(19) + "0c";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final List<String> proven = new CopyOnWriteArrayList<>();

  @Test
  void anAccountIsProvenForEachRecordThatIsThereAndForNoOther() throws Exception {
    try (RpcStandIn rpc = new RpcStandIn((method, parameters) -> proof(parameters))) {
      ClusterFile.Node member = new ClusterFile.Node("node1", rpc.url());
      ClusterFile any = RealBlocks.cluster(Consensus.QBFT);
      ClusterFile cluster =
          new ClusterFile(
              any.consensus(),
              Layout.CODE,
              any.chainId(),
              any.genesisHash(),
              any.contract(),
              any.validators(),
              List.of(member));
      QuorumNode node = QuorumNode.of(cluster, member, 10_000);

      assertThat(node.proof(List.of(ABSENT, PRESENT), 7)).hasSize(4);
      assertThat(proven).containsExactly(cluster.contract().hex(), CODE);
      proven.clear();
      assertThat(node.proof(List.of(ABSENT), 7)).hasSize(2);
      assertThat(proven).containsExactly(cluster.contract().hex());
    }
  }

  /** Each account and each slot with one node. */
  private JsonNode proof(JsonNode parameters) {
    proven.add(parameters.get(0).asText());
    ObjectNode proof = JSON.objectNode();
    proof.putArray("accountProof").add("0xc0");
    ArrayNode slots = proof.putArray("storageProof");
    for (JsonNode slot : parameters.get(1)) {
      String value = slot.asText().length() == 66 ? "0xc" : "0x0";
      slots.addObject().put("value", value).putArray("proof").add("0xc0");
    }
    return proof;
  }
}
