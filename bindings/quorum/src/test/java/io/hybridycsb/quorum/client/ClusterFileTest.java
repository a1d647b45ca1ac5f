package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileTest {
  private static final String GOOD =
      """
      {"consensus": "raft", "layout": "code", "chainId": 7,
       "genesisHash": "0x0707070707070707070707070707070707070707070707070707070707070707",
       "contract": "0x0000000000000000000000000000000000b10cdb", "validators": [],
       "nodes": [{"name": "node1", "rpc": "http://127.0.0.1:1"},
                 {"name": "node2", "rpc": "http://127.0.0.1:2"}]}
      """;

  @TempDir private Path directory;

  private ClusterFile read(String text) throws IOException {
    return ClusterFile.read(Files.writeString(directory.resolve("cluster.json"), text));
  }

  @Test
  void aNetworkIsReadAndItsNodesAreFoundByNameOrNumber() throws Exception {
    ClusterFile cluster = read(GOOD);

    assertThat(cluster.consensus()).isEqualTo(Consensus.RAFT);
    assertThat(cluster.layout()).isEqualTo(Layout.CODE);
    assertThat(cluster.chainId()).isEqualTo(7);
    assertThat(cluster.genesisHash().toString()).isEqualTo("07".repeat(32));
    assertThat(cluster.indexOf("node2")).isEqualTo(1);
    assertThat(cluster.indexOf("1")).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cluster.indexOf("node3"))
        .withMessage("no node 'node3'; there are node1, node2, or by number 1 to 2");
  }

  @Test
  void whatIsWrongIsSaidWithWhatWasExpected() {
    requireRefused(
        GOOD.replace("raft", "pbft"), "a consensus is one of clique, raft, ibft, qbft, not 'pbft'");
    requireRefused(GOOD.replace("raft", "clique"), "the consensus is raft, ibft or qbft");
    requireRefused(GOOD.replace("code", "log"), "the layout is storage or code");
    requireRefused(GOOD.replace("raft", "qbft"), "there are no validators");
    requireRefused(GOOD.replace("0x0000", "0x"), "is not 0x and 40 hex digits");
    requireRefused(GOOD.replace("genesisHash", "genesis"), "it has no genesisHash: the hash of");
    requireRefused(GOOD.replace("0x07", "0x"), "a hash has 31 bytes, not 32");
    requireRefused(GOOD.replace("\"nodes\"", "\"node\""), "nodes");
    requireRefused("nothing", "can't be read");
  }

  private void requireRefused(String text, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(text))
        .withMessageStartingWith("the cluster file " + directory.resolve("cluster.json"))
        .withMessageContaining(reason);
  }
}
