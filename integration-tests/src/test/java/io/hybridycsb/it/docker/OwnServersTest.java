package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.command.BlockchainDbMain;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.server.NodeProperties;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Compares the compose files of our own servers with the servers' code. No engine runs, but the
 * commands that make a cluster's keys and files do.
 */
class OwnServersTest {
  private static final Path DOCKER = Path.of("..", "docker");

  private final Dockerfile dockerfile = new Dockerfile(DOCKER.resolve("Dockerfile"));

  @TempDir Path directory;

  private static ComposeFile compose(String system) {
    return new ComposeFile(DOCKER.resolve(system + ".yml"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "veritas-kafka",
        "veritas-tm",
        "relational-tm",
        "relational-kafka",
        "blockchaindb"
      })
  void everyCommandOfOurServersIsOneThatTheyUnderstand(String system) throws Exception {
    int checked = 0;
    for (Map.Entry<String, Map<String, Object>> service : compose(system).services().entrySet()) {
      String target = ComposeFile.target(service.getValue());
      List<String> command = ComposeFile.texts(service.getValue().get("command"));
      if (!target.isEmpty() && !target.equals("ycsb")) {
        OwnCommands.requireUnderstood(dockerfile.mainClass(target), command);
        checked++;
      }
    }
    assertThat(checked).as("nodes, and the audit").isGreaterThanOrEqualTo(3 + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "veritas-kafka",
        "timestamp-oracle",
        "veritas-tm",
        "relational-tm",
        "relational-kafka",
        "blockchaindb",
        "quorum-tools",
        "immudb-tools",
        "postgresql-ledger-tools"
      })
  void everyImageStartsItsServerAsItIs(String target) throws Exception {
    OwnCommands.requireUnderstood(dockerfile.mainClass(target), dockerfile.command(target));
  }

  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "veritas-tm"})
  void theNodesOfVeritasTakeThePropertiesThatAreMadeForThem(String system) throws Exception {
    ComposeFile compose = compose(system);
    init(compose, "init", "hybrid");
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

  private String password(String name) throws IOException {
    return Files.readString(directory.resolve("passwords").resolve(name)).strip();
  }

  private Path validator(String number) {
    return directory.resolve("validator" + number).resolve("config").resolve("config.toml");
  }

  @Test
  void theNodesOfARelationalChainTakeThePropertiesThatAreMadeForThem() throws Exception {
    ComposeFile compose = compose("relational-tm");
    init(compose, "init", "hybrid");

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
    init(compose, "init", "hybrid");

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

  @Test
  void theNodesOfBlockchainDbTakeTheFilesThatAreMadeForThem() throws Exception {
    ComposeFile compose = compose("blockchaindb");
    init(compose, "keys", "blockchaindb");
    init(compose, "init", "hybrid");

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

  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "veritas-tm", "blockchaindb"})
  void nodesTakeThePropertiesThatAreMadeForKubernetes(String system) throws Exception {
    Path manifests = DOCKER.resolve("kubernetes");
    if (system.equals("blockchaindb")) {
      List<String> network = new ArrayList<>(List.of("network", "--directory=" + directory));
      network.addAll(Files.readAllLines(manifests.resolve("blockchaindb.network")));
      assertThat(BlockchainDbMain.program().run(network.toArray(String[]::new))).isZero();
    }
    List<String> keygen = new ArrayList<>(List.of("keygen", system, "--directory=" + directory));
    keygen.addAll(Files.readAllLines(manifests.resolve(system + ".keygen")));
    assertThat(hybrid().execute(keygen.toArray(String[]::new))).isZero();

    for (int n = 1; n <= 4; n++) {
      Path properties = directory.resolve("node" + n).resolve("node.properties");
      if (system.equals("blockchaindb")) {
        assertThat(readConfig(properties).text("metrics.listen")).isEqualTo("0.0.0.0:9100");
      } else {
        VeritasSystem server = (VeritasSystem) OwnCommands.make(dockerfile.mainClass(system));
        Settings settings = NodeProperties.read(properties, server.properties());
        assertThat(settings.text("metrics.listen")).isEqualTo("0.0.0.0:9100");
        assertThat(ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE)).node("node" + n))
            .isPresent();
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

  /** Runs a service's command in this process, on a directory of the test's. */
  private void init(ComposeFile compose, String service, String program) throws Exception {
    List<String> command = new ArrayList<>();
    List<String> entryPoint = ComposeFile.texts(compose.services().get(service).get("entrypoint"));
    if (!entryPoint.isEmpty()) {
      assertThat(entryPoint.get(0)).isEqualTo(program);
      command.addAll(entryPoint.subList(1, entryPoint.size()));
    }
    ComposeFile.texts(compose.services().get(service).get("command"))
        .forEach(text -> command.add(text.replace("=/cluster", "=" + directory)));
    String[] arguments = command.toArray(String[]::new);
    int status =
        program.equals("hybrid")
            ? hybrid().execute(arguments)
            : BlockchainDbMain.program().run(arguments);
    assertThat(status).as("exit status of %s", command).isZero();
    if (service.equals("init")) {
      assertThat(compose.passwords()).isNotEmpty();
      for (String name : compose.passwords()) {
        assertThat(password(name)).as(name).matches("[0-9a-f]{32}");
      }
    }
  }

  private static CommandLine hybrid() throws ReflectiveOperationException {
    Method commandLine =
        Class.forName("io.hybridycsb.harness.cli.HybridMain").getDeclaredMethod("commandLine");
    commandLine.setAccessible(true);
    return (CommandLine) commandLine.invoke(null);
  }

  private static void requireReachable(ComposeFile compose, String address) {
    assertThat(compose.services()).containsKey(address.substring(0, address.indexOf(':')));
  }

  private static void requireSamePort(String address, String listen) {
    assertThat(listen).isEqualTo("0.0.0.0" + address.substring(address.indexOf(':')));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "veritas-kafka",
        "veritas-tm",
        "relational-tm",
        "relational-kafka",
        "blockchaindb",
        "etcd",
        "fabric",
        "bigchaindb",
        "quorum"
      })
  void toxiproxyLeadsEachNodeToServicesThatExist(String system) throws IOException {
    ComposeFile compose = compose(system);
    JsonNode proxies =
        new ObjectMapper().readTree(DOCKER.resolve(system).resolve("toxiproxy.json").toFile());

    assertThat(proxies).isNotEmpty();
    for (JsonNode proxy : proxies) {
      requireReachable(compose, proxy.path("upstream").asText());
      assertThat(proxy.path("listen").asText()).startsWith("0.0.0.0:");
    }
  }
}
