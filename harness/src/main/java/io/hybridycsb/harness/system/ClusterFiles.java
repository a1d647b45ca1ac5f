package io.hybridycsb.harness.system;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The keys and files of a cluster whose processes others start, each on a machine of its own:
 * containers, Kubernetes. Keys that exist are kept, so that the same call repairs and extends.
 *
 * <p>In texts, {@code {n}} stands for a node's number, from 1, and {@code {node}} for its name,
 * {@code node1}.
 *
 * @param cluster its name; signatures are bound to it
 * @param directory where the files are made
 * @param installedAt what the processes will know that directory as
 * @param nodes how many
 * @param nodeAddress HOST:PORT at which clients find a node
 * @param nodeProperties further properties of each node, and those that replace ours
 */
public record ClusterFiles(
    String cluster,
    Path directory,
    Path installedAt,
    int nodes,
    String nodeAddress,
    Map<String, String> nodeProperties) {
  private static final String CLIENT = "client";
  private static final String CLUSTER_FILE = "cluster.json";

  public ClusterFiles {
    nodeProperties = Map.copyOf(nodeProperties);
  }

  /**
   * Veritas over Kafka: for each node its key and properties, for the client its key, and what all
   * know of each other.
   *
   * @param approvalPolicy {@code all} or {@code majority}
   * @param timestampOracle HOST:PORT
   */
  public void veritasKafka(String approvalPolicy, String timestampOracle) {
    veritas(
        "veritas-kafka",
        json -> json.put("approvalPolicy", approvalPolicy).put("timestampOracle", timestampOracle));
  }

  /**
   * Veritas over CometBFT: the same, and for each node's validator its home: {@code validator1}.
   *
   * @param validatorAddress HOST:PORT at which validators find each other; {@code {from}} stands
   *     for the number of the one that asks
   * @param application where a validator finds its node, such as {@code tcp://HOST:PORT}
   */
  public void veritasTm(String validatorAddress, String application) {
    Map<String, byte[]> publicKeys = new LinkedHashMap<>();
    Map<String, String> members = new LinkedHashMap<>();
    Map<Integer, String> peerIds = new LinkedHashMap<>();
    for (int n : numbers()) {
      Path home = directory.resolve("validator" + n);
      publicKeys.put(
          "validator" + n,
          CometBftKeys.validatorKey(
              home.resolve("config").resolve("priv_validator_key.json"),
              home.resolve("data").resolve("priv_validator_state.json"),
              CometBftKeys.nothingSigned()));
      members.put("validator" + n, "node" + n);
      peerIds.put(n, CometBftKeys.nodeId(home.resolve("config").resolve("node_key.json")));
    }
    CometBftGenesis genesis =
        new CometBftGenesis(cluster, CometBftGenesis.BLOCK_BYTES_MAX_DEFAULT, publicKeys);
    for (int n : numbers()) {
      Path config = directory.resolve("validator" + n).resolve("config");
      write(config.resolve("genesis.json"), genesis.json().toPrettyString() + "\n");
      String peers =
          numbers().stream()
              .filter(other -> other != n)
              .map(
                  other ->
                      peerIds.get(other)
                          + "@"
                          + of(other, validatorAddress.replace("{from}", Integer.toString(n))))
              .collect(Collectors.joining(","));
      write(config.resolve("config.toml"), validatorConfig(n, peers, of(n, application)));
    }
    veritas("veritas-tm", json -> genesis.describe(json.putObject("validators"), members));
  }

  /**
   * BlockchainDB: each node's and the client's properties. The keys, the chains' first blocks and
   * the cluster file come from the server's own command {@code network}.
   */
  public void blockchainDb() {
    for (int n : numbers()) {
      String accounts = installed("node" + n, "accounts.properties");
      writeNode(n, Map.of("accounts.file", accounts));
    }
    writeClient(Map.of("blockchaindb.cluster", installed(CLUSTER_FILE)));
  }

  private void veritas(String system, Consumer<ObjectNode> ofSharedLog) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("cluster", cluster).put("system", system);
    ofSharedLog.accept(json);
    ArrayNode members = json.putArray("nodes");
    for (int n : numbers()) {
      members
          .addObject()
          .put("name", "node" + n)
          .put("address", of(n, nodeAddress))
          .put(
              "publicKey", KeyFiles.publicKeyOf(directory.resolve("node" + n).resolve("node.key")));
      writeNode(n, Map.of("node.key", installed("node" + n, "node.key")));
    }
    json.putArray("clients")
        .addObject()
        .put("name", CLIENT)
        .put("publicKey", KeyFiles.publicKeyOf(directory.resolve("client.key")));
    write(directory.resolve(CLUSTER_FILE), json.toPrettyString() + "\n");
    writeClient(
        Map.of("veritas.cluster", installed(CLUSTER_FILE), "veritas.key", installed("client.key")));
  }

  private void writeNode(int n, Map<String, String> ofSystem) {
    Map<String, String> properties = new TreeMap<>(ofSystem);
    String address = of(n, nodeAddress);
    properties.put("node.name", "node" + n);
    properties.put("node.listen", "0.0.0.0" + address.substring(address.lastIndexOf(':')));
    properties.put("cluster.file", installed(CLUSTER_FILE));
    nodeProperties.forEach((name, value) -> properties.put(name, of(n, value)));
    write(
        directory.resolve("node" + n).resolve("node.properties"),
        PropertiesText.of("The node's configuration.", properties));
  }

  private void writeClient(Map<String, String> properties) {
    write(
        directory.resolve("client.properties"),
        PropertiesText.of("How a client finds this cluster.", properties));
  }

  private static String validatorConfig(int n, String peers, String application) {
    Map<String, ?> values =
        Map.of(
            "statesync",
            false,
            "statesyncServers",
            "",
            "trustHeight",
            0,
            "trustHash",
            "",
            "name",
            "validator" + n,
            "application",
            application,
            "rpc",
            "0.0.0.0:26657",
            "peer",
            "0.0.0.0:26656",
            "peers",
            peers);
    return CometBftConfig.text(
        "CometBFT", CometBftChain.TEMPLATE, values, Collections.emptySortedMap());
  }

  private List<Integer> numbers() {
    return IntStream.rangeClosed(1, nodes).boxed().toList();
  }

  private static String of(int n, String text) {
    return text.replace("{node}", "node" + n).replace("{n}", Integer.toString(n));
  }

  private String installed(String... names) {
    Path path = installedAt;
    for (String name : names) {
      path = path.resolve(name);
    }
    return path.toString();
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
