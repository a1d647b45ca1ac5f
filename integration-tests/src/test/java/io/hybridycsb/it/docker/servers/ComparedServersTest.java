package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.it.docker.Dockerfile;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;

/**
 * The compose files of Fabric and BigchainDB: what {@code hybrid keygen} makes for them names the
 * services, ports and directories that they have. Neither system runs here.
 */
class ComparedServersTest {
  private static final Path DOCKER = DockerFolder.PATH;
  private static final Pattern INSTALLED = Pattern.compile("/cluster/[A-Za-z0-9@./_-]+");

  @TempDir Path directory;

  /** Makes the files that the service "init" makes in its volume. */
  private ComposeFile made(String system, Map<String, String> variables) throws Exception {
    ComposeFile compose = new ComposeFile(DOCKER.resolve(system + ".yml"), variables);
    Map<String, Object> init = compose.services().get("init");
    List<String> entryPoint = ComposeFile.texts(init.get("entrypoint"));
    assertThat(entryPoint).startsWith("hybrid", "keygen", system);
    List<String> arguments = new ArrayList<>(entryPoint.subList(1, entryPoint.size()));
    ComposeFile.texts(init.get("command"))
        .forEach(text -> arguments.add(text.replace("=/cluster", "=" + directory)));
    arguments.add("--installed-at=/cluster");
    Method commandLine =
        Class.forName("io.hybridycsb.harness.cli.HybridMain").getDeclaredMethod("commandLine");
    commandLine.setAccessible(true);
    int status = ((CommandLine) commandLine.invoke(null)).execute(arguments.toArray(String[]::new));
    assertThat(status).as("exit status of %s", arguments).isZero();
    return compose;
  }

  private String text(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  private Map<String, Object> yaml(String name) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return ComposeFile.map(new Yaml(new SafeConstructor(options)).load(text(name)));
  }

  private static String variable(ComposeFile compose, String service, String name) {
    return ComposeFile.map(compose.services().get(service).get("environment")).get(name).toString();
  }

  private static List<String> services(ComposeFile compose, String pattern) {
    return compose.services().keySet().stream().filter(name -> name.matches(pattern)).toList();
  }

  @Test
  void everyFabricProcessHasItsConfigurationAndTheChannelHasThemAll() throws Exception {
    ComposeFile compose = made("fabric", Map.of());

    String channel = text("network/configtx.yaml");
    List<String> orderers = services(compose, "orderer[0-9]");
    List<String> peers = services(compose, "node[0-9]");
    assertThat(orderers).hasSize(3);
    assertThat(peers).hasSize(4);
    for (String orderer : orderers) {
      assertThat(variable(compose, orderer, "FABRIC_CFG_PATH")).isEqualTo("/cluster/" + orderer);
      Map<String, Object> general = ComposeFile.map(yaml(orderer + "/orderer.yaml").get("General"));
      assertThat(general)
          .containsEntry("ListenAddress", "0.0.0.0")
          .containsEntry("ListenPort", 7050);
      assertThat(channel).contains("- " + orderer + ":7050", "Host: " + orderer + ", Port: 7050");
    }
    for (String peer : peers) {
      String number = peer.replace("node", "");
      assertThat(variable(compose, peer, "FABRIC_CFG_PATH")).isEqualTo("/cluster/" + peer);
      assertThat(variable(compose, peer, "CHAINCODE_ADDRESS"))
          .isEqualTo("chaincode" + number + ":9999");
      assertThat(compose.services()).containsKey("chaincode" + number);
      Map<String, Object> settings = ComposeFile.map(yaml(peer + "/core.yaml").get("peer"));
      assertThat(settings)
          .containsEntry("listenAddress", "0.0.0.0:7051")
          .containsEntry("address", peer + ":7051")
          .containsEntry("fileSystemPath", "/data/" + peer)
          .containsEntry("chaincodeAddress", peer + ":7052")
          .containsEntry("localMspId", "Org" + number + "MSP");
      assertThat(channel).contains("Host: " + peer + ", Port: 7051");
    }
    assertThat(text("client.properties"))
        .contains("fabric.peers=node1\\:7051,node2\\:7051,node3\\:7051,node4\\:7051");
  }

  @Test
  void fabricsScriptsNeedNothingThatNobodyMakes() throws Exception {
    ComposeFile compose = made("fabric", Map.of());
    assertThat(text("network/package-id")).matches("kv:[0-9a-f]{64}\n");
    // What cryptogen and configtxgen make of the descriptions.
    List<String> later = List.of("/cluster/network/crypto", "/cluster/network/genesis.block");
    String peersCa = "/cluster/network/peers-tls-ca.pem";

    for (String service : List.of("network", "channel", "audit")) {
      String script = ComposeFile.texts(compose.services().get(service).get("command")).get(0);
      assertThat(directory.resolve(Path.of("/cluster").relativize(Path.of(script)))).exists();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(path -> path.toString().matches(".*[.](sh|yaml)")).toList()) {
        INSTALLED
            .matcher(Files.readString(file))
            .results()
            .map(found -> found.group())
            .filter(path -> later.stream().noneMatch(path::startsWith) && !path.equals(peersCa))
            .forEach(
                path ->
                    assertThat(directory.resolve(Path.of("/cluster").relativize(Path.of(path))))
                        .as("named in %s", file)
                        .exists());
      }
    }
    assertThat(text("network/channel.sh").lines().filter(line -> line.startsWith("sh ")))
        .hasSize(3 + 4 * 3 + 1)
        .endsWith("sh \"/cluster/node1/setup.sh\" commit");
  }

  @Test
  void fabricsToolsAreThoseThatItsImageHas() throws Exception {
    made("fabric", Map.of());
    String image = Files.readString(DOCKER.resolve("fabric/Dockerfile"));
    Pattern program = Pattern.compile("/usr/local/bin/([a-z]+)");

    assertThat(image).contains("COPY --from=build /opt/fabric /usr/local/bin");
    for (String script :
        List.of("network/network.sh", "network/audit.sh", "node1/setup.sh", "orderer1/setup.sh")) {
      assertThat(program.matcher(text(script)).results().map(found -> found.group(1)))
          .isNotEmpty()
          .allMatch(tool -> image.contains("hyperledger/fabric/cmd/" + tool));
    }
  }

  @Test
  void fabricsWayThroughToxiproxyLeadsToEachProcessUnderItsCertificate() throws Exception {
    made(
        "fabric",
        Map.of(
            "ORDERERS_AT", "toxiproxy:1705",
            "ORDERERS_PORT", "",
            "PEERS_AT", "toxiproxy:1706",
            "PEERS_PORT", ""));
    JsonNode proxies =
        new ObjectMapper().readTree(DOCKER.resolve("fabric/toxiproxy.json").toFile());

    assertThat(proxies).hasSize(7);
    for (JsonNode proxy : proxies) {
      String port = proxy.path("listen").asText().replace("0.0.0.0:", "");
      assertThat(text("network/configtx.yaml")).contains("Host: toxiproxy, Port: " + port);
      assertThat(text("network/crypto-config.yaml"))
          .contains(
              "{Hostname: %s, SANS: [127.0.0.1, localhost, toxiproxy]}"
                  .formatted(proxy.path("name").asText()));
    }
  }

  @Test
  void everyBigchainDbNodeFindsItsDatabaseAndItsValidatorAndItsValidatorFindsIt() throws Exception {
    ComposeFile compose = made("bigchaindb", Map.of());
    Map<String, String> genesis = new TreeMap<>();

    for (int n = 1; n <= 4; n++) {
      String node = "node" + n;
      assertThat(variable(compose, node, "BIGCHAINDB_CONFIG_PATH"))
          .isEqualTo("/cluster/" + node + "/bigchaindb.json");
      assertThat(variable(compose, node, "HYBRID_DATABASE_HOST")).isEqualTo("127.0.0.1");
      JsonNode config = new ObjectMapper().readTree(text(node + "/bigchaindb.json"));
      assertThat(config.at("/database/host").asText()).isEqualTo("127.0.0.1");
      assertThat(config.at("/database/port").asText())
          .isEqualTo(variable(compose, node, "HYBRID_DATABASE_PORT"));
      assertThat(config.at("/server/bind").asText()).isEqualTo("0.0.0.0:9984");
      assertThat(config.at("/tendermint/host").asText())
          .isEqualTo(compose.address("validator" + n));
      assertThat(config.at("/tendermint/port").asInt()).isEqualTo(26657);
      String abci = "127.0.0.1:" + variable(compose, node, "HYBRID_ABCI_PORT");
      assertThat(text("validator" + n + "/config/config.toml"))
          .contains("proxy_app = \"tcp://" + abci + "\"")
          .contains("laddr = \"tcp://0.0.0.0:26657\"", "laddr = \"tcp://0.0.0.0:26656\"");
      for (int other = 1; other <= 4; other++) {
        boolean named =
            text("validator" + n + "/config/config.toml")
                .contains("@" + compose.address("validator" + other) + ":26656");
        assertThat(named).as("%d to %d", n, other).isEqualTo(n != other);
      }
      genesis.put(text("validator" + n + "/config/genesis.json"), node);
    }
    assertThat(genesis).as("one chain").hasSize(1);
    assertThat(text("client.properties"))
        .contains("bigchaindb.endpoints=node1\\:9984,node2\\:9984,node3\\:9984,node4\\:9984");
  }

  @Test
  void bigchainDbsLauncherIsWhereItsImageStartsItAndTakesItsVariables() throws Exception {
    ComposeFile compose = made("bigchaindb", Map.of());
    Dockerfile image = new Dockerfile(DOCKER.resolve("bigchaindb/Dockerfile"));

    assertThat(image.all("bigchaindb", "ENTRYPOINT"))
        .containsExactly("[\"python\", \"/cluster/bigchaindb-node.py\"]");
    String launcher = text("bigchaindb-node.py");
    ComposeFile.map(compose.services().get("node1").get("environment")).keySet().stream()
        .filter(name -> name.startsWith("HYBRID_"))
        .forEach(name -> assertThat(launcher).contains("\"" + name + "\""));
  }
}
