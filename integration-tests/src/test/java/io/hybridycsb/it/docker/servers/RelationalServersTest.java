package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.OwnCommands;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The compose files of the relational systems: their nodes take what is made for them. */
class RelationalServersTest extends MadeFilesTests {
  @Test
  void theNodesOfARelationalChainTakeThePropertiesThatAreMadeForThem() throws Exception {
    ComposeFile compose = compose("relational-tm");
    init(compose, "init");

    ClusterConfig cluster = ClusterConfig.read(directory.resolve("cluster.json"));

    assertThat(cluster.nodes()).hasSize(4);
    for (ClusterConfig.Member node : cluster.nodes()) {
      Path file = directory.resolve(node.name()).resolve("node.properties");
      Settings settings = relational("relational-tm", file);
      requireReachable(compose, node.address());
      requireSamePort(node.address(), settings.text("node.listen"));
      String url = settings.text("database.url");
      requireReachable(compose, url.substring("jdbc:postgresql://".length()));
      assertThat(settings.text("metrics.listen")).isEqualTo("127.0.0.1:9100");
      String number = node.name().replace("node", "");
      assertThat(settings.text("cometbft.rpc"))
          .isEqualTo(compose.address("validator" + number) + ":26657");
      assertThat(Files.readString(validator(number))).contains("tcp://127.0.0.1:26658");
      assertThat(settings.text("abci.listen")).isEqualTo("127.0.0.1:26658");
      assertThat(settings.text("database.user")).isEqualTo("relational");
      assertThat(settings.text("database.password")).isEqualTo(password("relational" + number));
    }
  }

  private Settings relational(String system, Path file) throws ReflectiveOperationException {
    RelationalSystem server = (RelationalSystem) OwnCommands.make(dockerfile.mainClass(system));
    return Settings.read(server.names(), List.of(file), Map.of(), List.of());
  }

  @Test
  void theNodesOverKafkaTakeThePropertiesThatAreMadeForThem() throws Exception {
    ComposeFile compose = compose("relational-kafka");
    init(compose, "init");

    ClusterConfig cluster = ClusterConfig.read(directory.resolve("cluster.json"));

    assertThat(cluster.nodes()).hasSize(3);
    for (ClusterConfig.Member node : cluster.nodes()) {
      Path file = directory.resolve(node.name()).resolve("node.properties");
      Settings settings = relational("relational-kafka", file);
      requireReachable(compose, node.address());
      requireSamePort(node.address(), settings.text("node.listen"));
      requireReachable(compose, settings.text("kafka.bootstrap.servers"));
      assertThat(settings.text("kafka.topic")).isEqualTo("relational");
      assertThat(Path.of(settings.text("node.key"))).exists();
      String number = node.name().replace("node", "");
      boolean postgresql = Integer.parseInt(number) % 2 == 1;
      assertThat(settings.text("database.url"))
          .startsWith(
              postgresql
                  ? "jdbc:postgresql://database" + number + ":5432/relational"
                  : "jdbc:mariadb://database" + number + ":3306/relational?");
      assertThat(settings.text("database.user")).isEqualTo("relational");
      assertThat(settings.text("database.password")).isEqualTo(password("relational" + number));
      assertThat(settings.text("kafka.sasl.jaas.config")).contains(password("kafka-node"));
      assertThat(compose.services().get("database" + number).get("image").toString())
          .contains(postgresql ? "postgres:" : "mariadb:");
    }
  }
}
