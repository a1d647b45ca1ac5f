package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.command.QuorumMain;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The compose file of Quorum: what our command makes for its nodes names the services and ports
 * that they have. No node runs here.
 */
class QuorumServersTest {
  private static final Path DOCKER = DockerFolder.PATH;

  @TempDir Path directory;

  private static ComposeFile compose(Map<String, String> variables) {
    return new ComposeFile(DOCKER.resolve("quorum.yml"), variables);
  }

  /** Makes the files that the service "keys" makes in its volume. */
  private ClusterFile made(ComposeFile compose) throws Exception {
    List<String> command = new ArrayList<>();
    ComposeFile.texts(compose.services().get("keys").get("command"))
        .forEach(text -> command.add(text.replace("=/cluster", "=" + directory)));
    int status = QuorumMain.program().run(command.toArray(String[]::new));
    assertThat(status).as("exit status of %s", command).isZero();
    return ClusterFile.read(directory.resolve("cluster.json"));
  }

  private String peersOf(String node) throws Exception {
    return Files.readString(directory.resolve(node).resolve("data/static-nodes.json"));
  }

  @ParameterizedTest
  @EnumSource(names = {"RAFT", "IBFT", "QBFT"})
  void nodesFindEachOtherAndClientsFindThem(Consensus consensus) throws Exception {
    ComposeFile compose = compose(Map.of("CONSENSUS", consensus.word()));

    ClusterFile cluster = made(compose);

    assertThat(cluster.consensus()).isEqualTo(consensus);
    assertThat(cluster.validators()).hasSize(4);
    assertThat(cluster.nodes()).hasSize(4);
    String script = Files.readString(DOCKER.resolve("quorum/geth.sh"));
    for (ClusterFile.Node node : cluster.nodes()) {
      assertThat(compose.services()).containsKey(node.name());
      URI rpc = URI.create(node.rpc());
      assertThat(rpc.getHost()).isEqualTo(node.name());
      assertThat(script).contains("--http.port=" + rpc.getPort(), "--ws.port=" + rpc.getPort());
      Path home = directory.resolve(node.name());
      assertThat(home.resolve("genesis.json")).exists();
      assertThat(home.resolve("data/geth/nodekey")).exists();
      String peers = peersOf(node.name());
      for (ClusterFile.Node other : cluster.nodes()) {
        assertThat(peers).contains("@" + compose.address(other.name()) + ":30303?");
      }
      assertThat(peers.contains("raftport=50400")).isEqualTo(consensus == Consensus.RAFT);
    }
    assertThat(script).contains("--port=30303", "--raftport=50400");
  }

  @Test
  void theWayThroughToxiproxyIsAnotherForEachPairOfNodes() throws Exception {
    String rows =
        "198.18.78.10:3011,198.18.78.10:3012,198.18.78.10:3013,198.18.78.10:3014/"
            + "198.18.78.10:3021,198.18.78.10:3022,198.18.78.10:3023,198.18.78.10:3024/"
            + "198.18.78.10:3031,198.18.78.10:3032,198.18.78.10:3033,198.18.78.10:3034/"
            + "198.18.78.10:3041,198.18.78.10:3042,198.18.78.10:3043,198.18.78.10:3044";
    ComposeFile compose = compose(Map.of("CONSENSUS", "qbft", "PEERS", rows));
    assertThat(compose.address("toxiproxy")).isEqualTo("198.18.78.10");

    made(compose);

    String proxies = Files.readString(DOCKER.resolve("quorum/toxiproxy.json"));
    for (int from = 1; from <= 4; from++) {
      for (int to = 1; to <= 4; to++) {
        String port = "30%d%d".formatted(from, to);
        assertThat(peersOf("node" + from)).contains("@198.18.78.10:" + port + "?");
        assertThat(proxies.contains("0.0.0.0:" + port)).isEqualTo(from != to);
      }
    }
  }

  @Test
  void aNodeIsRunAsInALocalCluster() throws Exception {
    String script = Files.readString(DOCKER.resolve("quorum/geth.sh"));
    String system =
        Files.readString(
            Path.of(
                "../harness/api/src/main/java/io/hybridycsb/harness/system/ethereum/GoQuorumNode.java"));

    assertThat(script).contains("PRIVATE_CONFIG=ignore", "--http.api=eth ");
    assertThat(script).contains("  raft)", "  ibft | qbft)");
    for (String flag :
        List.of(
            "--nodiscover",
            "--nat=none",
            "--ipcdisable",
            "--ws.api=eth",
            "--syncmode=full",
            "--gcmode=archive",
            "--cache=256",
            "--snapshot=false",
            "--txpool.accountslots=4096",
            "--txpool.accountqueue=4096")) {
      assertThat(script).contains(flag);
      assertThat(system).contains("\"" + flag + "\"");
    }
  }
}
