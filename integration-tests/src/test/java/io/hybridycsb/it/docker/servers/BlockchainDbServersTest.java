package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.it.docker.OwnCommands;
import io.hybridycsb.settings.Settings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The compose file and manifests of BlockchainDB: its nodes take what is made for them. */
class BlockchainDbServersTest extends MadeFilesTests {
  @Test
  void theNodesOfBlockchainDbTakeTheFilesThatAreMadeForThem() throws Exception {
    ComposeFile compose = compose("blockchaindb");
    init(compose, "keys");
    init(compose, "init");

    ClusterFile cluster = ClusterFile.read(directory.resolve("cluster.json"));

    assertThat(cluster.nodes()).hasSize(4);
    for (int n = 1; n <= 4; n++) {
      Path config = directory.resolve("node" + n).resolve("node.properties");
      Settings properties = readConfig(config);
      requireReachable(compose, cluster.nodes().get(n - 1).address());
      assertThat(properties.text("shard1.rpc"))
          .isEqualTo("http://" + compose.address("geth" + n) + ":8545/" + password("geth" + n));
      assertThat(properties.text("shard1.accounts").split(",")).hasSize(2);
      String peers = Files.readString(directory.resolve("geth" + n).resolve("config.toml"));
      for (int other = 1; other <= 4; other++) {
        String address = "@" + compose.address("geth" + other) + ":30303";
        assertThat(peers.contains(address)).as("%d to %d", n, other).isEqualTo(n != other);
      }
    }
  }

  /** Uses the server's own configuration class, which is not public. */
  private static Settings readConfig(Path file) throws ReflectiveOperationException {
    Class<?> type = Class.forName("io.hybridycsb.blockchaindb.server.command.NodeConfig");
    Method read = type.getDeclaredMethod("read", Path.class);
    read.setAccessible(true);
    try {
      return (Settings) read.invoke(null, file);
    } catch (InvocationTargetException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    }
  }

  @Test
  void nodesTakeThePropertiesThatAreMadeForKubernetes() throws Exception {
    List<String> network = new ArrayList<>(List.of("network", "--directory=" + directory));
    network.addAll(
        Files.readAllLines(DockerFolder.PATH.resolve("kubernetes/blockchaindb.network")));
    assertThat(
            OwnCommands.of(dockerfile.mainClass("blockchaindb"))
                .run(network.toArray(String[]::new)))
        .isZero();
    makeForKubernetes("blockchaindb");

    for (int n = 1; n <= 4; n++) {
      Path properties = directory.resolve("node" + n).resolve("node.properties");
      assertThat(readConfig(properties).text("metrics.listen")).isEqualTo("0.0.0.0:9100");
    }
  }
}
