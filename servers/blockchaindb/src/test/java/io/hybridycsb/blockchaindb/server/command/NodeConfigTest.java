package io.hybridycsb.blockchaindb.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NodeConfigTest {
  private static final String SECRET = "not hex, and nobody's business";

  @TempDir private Path directory;

  private Path file(String... lines) throws IOException {
    return Files.writeString(
        directory.resolve("node.properties"),
        "node.name=node1\nnode.listen=127.0.0.1:7000\ncluster.file=c\ndata.dir=d\n"
            + String.join("\n", lines));
  }

  @Test
  void flagsAndEnvironmentAreOverTheFileAndTheAccountsFile() throws IOException {
    Path accounts =
        Files.writeString(
            directory.resolve("accounts.properties"), "shard1.accounts=aa\nshard2.accounts=bb");
    Path file = file("accounts.file=" + accounts, "batch.writes.max=7", "shard1.rpc=http://a");
    Settings config =
        NodeConfig.read(
            List.of(file),
            Map.of("HYBRID_SHARD2_ACCOUNTS", "cc", "HYBRID_SHARD1_RPC", "http://b"),
            List.of("batch.writes.max=9"));
    assertThat(config.text("shard1.accounts")).isEqualTo("aa");
    assertThat(config.text("shard2.accounts")).isEqualTo("cc");
    assertThat(NodeConfig.get(config, NodeConfig.SHARD_RPC, 1)).isEqualTo("http://b");
    assertThat(config.get(NodeConfig.BATCH_WRITES_MAX)).isEqualTo(9);
    assertThat(config.get(NodeConfig.BATCH_LINGER_MS)).isEqualTo(20);
    assertThat(config.overrides()).contains("shard2.accounts=(hidden) (HYBRID_SHARD2_ACCOUNTS)");
  }

  @Test
  void anUnknownPropertyIsNamedWithThoseNearIt() throws IOException {
    Path file = file("shard1.rcp=x");
    assertThatThrownBy(() -> NodeConfig.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file + ": unknown property shard1.rcp; near it: shard#.rpc");
  }

  private static ClusterFile twoShards() {
    Address any = new Address("0x" + "0b".repeat(20));
    return new ClusterFile(
        Layout.LOG,
        List.of(
            new ClusterFile.Node("node1", "127.0.0.1:7000"),
            new ClusterFile.Node("node2", "127.0.0.1:7001")),
        List.of(
            new Shard(Consensus.CLIQUE, 1, any, List.of(), List.of("node1", "node2")),
            new Shard(Consensus.CLIQUE, 2, any, List.of(), List.of("node2"))));
  }

  @Test
  void aNodeHoldsWhatTheClusterFileGivesItAndIsConfiguredForNothingElse() throws IOException {
    assertThat(NodeConfig.heldShards(NodeConfig.read(file("shard1.rpc=http://a")), twoShards()))
        .containsExactly(0);

    Settings more = NodeConfig.read(file("shard1.rpc=http://a", "shard2.rpc=http://b"));
    assertThatThrownBy(() -> NodeConfig.heldShards(more, twoShards()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("property shard2.rpc is set, but by the cluster file shard 2 is held by node2");
  }

  @Test
  void aMissingPropertyIsNamed() throws IOException {
    Settings config = NodeConfig.read(file());
    assertThatThrownBy(() -> NodeConfig.get(config, NodeConfig.SHARD_RPC, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("property shard1.rpc is missing");
  }

  @Test
  void anAccountThatIsNoneIsNotPrinted() throws IOException {
    Path cluster =
        Files.writeString(
            directory.resolve("cluster.json"),
            """
            {"layout": "log", "nodes": [{"name": "node1", "address": "127.0.0.1:7000"}],
             "shards": [{"chainId": 1, "contract": "0x%s", "authorities": []}]}
            """
                .formatted("0b".repeat(20)));
    Path file =
        file(
            "cluster.file=" + cluster,
            "shard1.rpc=http://127.0.0.1:1",
            "shard1.accounts=" + SECRET);
    ServeCommand serve =
        CommandLine.populateCommand(new ServeCommand(), "--config", file.toString());
    assertThatThrownBy(serve::call)
        .hasMessage(
            file
                + ": shard1.accounts is private keys in hex with commas between them,"
                + " not (hidden)");
  }

  @Test
  void helpSaysWherePropertiesComeFromAndNamesThem() {
    String help =
        BlockchainDbMain.program().commandLine().getSubcommands().get("serve").getUsageMessage();
    assertThat(help)
        .contains(
            "--config=FILE", "--set=NAME=VALUE", "HYBRID_NAME", "the file that --config names")
        .contains("batch.writes.max [64]", "shard#.accounts (secret)", "log.format [text]");
  }
}
