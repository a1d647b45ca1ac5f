package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.OwnCommands;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.server.NodeProperties;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compose files and manifests of Veritas: its nodes take what is made for them. */
class VeritasServersTest extends MadeFilesTests {
  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "veritas-tm"})
  void theNodesOfVeritasTakeThePropertiesThatAreMadeForThem(String system) throws Exception {
    ComposeFile compose = compose(system);
    init(compose, "init");
    VeritasSystem server = (VeritasSystem) OwnCommands.make(dockerfile.mainClass(system));

    ClusterConfig cluster = ClusterConfig.read(directory.resolve("cluster.json"));

    assertThat(cluster.nodes()).hasSize(4);
    for (ClusterConfig.Member node : cluster.nodes()) {
      Settings settings =
          NodeProperties.read(
              directory.resolve(node.name()).resolve("node.properties"), server.properties());
      requireReachable(compose, node.address());
      requireSamePort(node.address(), settings.text("node.listen"));
      requireReachable(compose, settings.text("redis.address"));
      assertThat(settings.text("redis.password"))
          .isEqualTo(password(settings.text("redis.address").replaceFirst(":.*", "")));
      assertThat(Path.of(settings.text("node.key"))).exists();
      assertThat(settings.text("data.dir")).isEqualTo("/data/" + node.name());
      assertThat(settings.text("metrics.listen")).isEqualTo("127.0.0.1:9100");
      if (system.equals("veritas-kafka")) {
        requireReachable(compose, settings.text("kafka.bootstrap.servers"));
        assertThat(settings.text("kafka.security.protocol")).isEqualTo("SASL_PLAINTEXT");
        assertThat(settings.text("kafka.sasl.jaas.config")).contains(password("kafka-node"));
        requireReachable(compose, cluster.timestampOracle());
      } else {
        String number = node.name().replace("node", "");
        assertThat(settings.text("cometbft.rpc"))
            .isEqualTo(compose.address("validator" + number) + ":26657");
        assertThat(Files.readString(validator(number)))
            .contains("tcp://127.0.0.1:26658")
            .contains("laddr = \"tcp://0.0.0.0:26657\"", "laddr = \"tcp://0.0.0.0:26656\"");
        assertThat(settings.text("abci.listen")).isEqualTo("127.0.0.1:26658");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "veritas-tm"})
  void nodesTakeThePropertiesThatAreMadeForKubernetes(String system) throws Exception {
    makeForKubernetes(system);

    VeritasSystem server = (VeritasSystem) OwnCommands.make(dockerfile.mainClass(system));
    for (int n = 1; n <= 4; n++) {
      Path properties = directory.resolve("node" + n).resolve("node.properties");
      Settings settings = NodeProperties.read(properties, server.properties());
      assertThat(settings.text("metrics.listen")).isEqualTo("0.0.0.0:9100");
      assertThat(ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE)).node("node" + n))
          .isPresent();
    }
  }
}
