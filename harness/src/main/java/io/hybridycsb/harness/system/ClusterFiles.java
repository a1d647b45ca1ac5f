package io.hybridycsb.harness.system;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.bigchaindb.BigchainDbContainers;
import io.hybridycsb.harness.system.fabric.FabricContainers;
import io.hybridycsb.harness.system.validators.CometBftChain;
import io.hybridycsb.harness.system.validators.CometBftConfig;
import io.hybridycsb.harness.system.validators.CometBftGenesis;
import io.hybridycsb.harness.system.validators.CometBftKeys;
import io.hybridycsb.harness.system.validators.TendermintChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The keys and files of a cluster whose processes others start, each on a machine of its own:
 * containers, Kubernetes. Keys that exist are kept, so that the same call repairs and extends.
 *
 * <p>In texts, {@code {n}} stands for a node's number, from 1, and {@code {node}} for its name,
 * "node" and that number.
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
    Map<String, byte[]> publicKeys = validatorKeys(CometBftKeys.nothingSigned());
    CometBftGenesis genesis =
        new CometBftGenesis(cluster, CometBftGenesis.BLOCK_BYTES_MAX_DEFAULT, publicKeys);
    writeValidators(
        validatorAddress,
        genesis.json(),
        (n, peers) -> validatorConfig(n, peers, of(n, application)));
    Map<String, String> members = new LinkedHashMap<>();
    numbers().forEach(n -> members.put("validator" + n, "node" + n));
    veritas("veritas-tm", json -> genesis.describe(json.putObject("validators"), members));
  }

  /** Each validator's key to vote with, which is made unless it exists. */
  private Map<String, byte[]> validatorKeys(ObjectNode nothingSigned) {
    Map<String, byte[]> publicKeys = new LinkedHashMap<>();
    for (int n : numbers()) {
      Path home = directory.resolve("validator" + n);
      publicKeys.put(
          "validator" + n,
          CometBftKeys.validatorKey(
              home.resolve("config").resolve("priv_validator_key.json"),
              home.resolve("data").resolve("priv_validator_state.json"),
              nothingSigned));
    }
    return publicKeys;
  }

  private void writeValidators(
      String validatorAddress, ObjectNode genesis, BiFunction<Integer, String, String> configs) {
    Map<Integer, String> peerIds = new LinkedHashMap<>();
    for (int n : numbers()) {
      peerIds.put(n, CometBftKeys.nodeId(validatorFile(n, "node_key.json")));
    }
    for (int n : numbers()) {
      write(validatorFile(n, "genesis.json"), genesis.toPrettyString() + "\n");
      String address = validatorAddress.replace("{from}", Integer.toString(n));
      String peers =
          numbers().stream()
              .filter(other -> other != n)
              .map(other -> peerIds.get(other) + "@" + of(other, address))
              .collect(Collectors.joining(","));
      write(validatorFile(n, "config.toml"), configs.apply(n, peers));
    }
  }

  private Path validatorFile(int n, String name) {
    return directory.resolve("validator" + n).resolve("config").resolve(name);
  }

  /**
   * BigchainDB: each node's configuration and each validator's home, our launcher and the client's
   * properties. A node's properties are options as of local clusters: {@code threads}, {@code
   * workers}, {@code tendermint.*}.
   *
   * @param validatorAddress as for {@link #veritasTm}
   * @param validatorRpc HOST:PORT at which a node finds its validator
   * @param application HOST:PORT at which a validator finds its node
   */
  public void bigchainDb(String validatorAddress, String validatorRpc, String application) {
    BigchainDbContainers containers = new BigchainDbContainers(this);
    Map<String, byte[]> publicKeys = validatorKeys(TendermintChain.nothingSigned());
    writeValidators(
        validatorAddress,
        TendermintChain.genesis(cluster, publicKeys),
        (n, peers) -> containers.validatorConfig(n, peers, of(n, application)));
    containers.write(validatorRpc);
  }

  /**
   * Fabric: what its own tools make certificates and the first block from, each process's
   * configuration, and the scripts that call those tools. A node's properties are options as of
   * local clusters, of those that a network keeps for good.
   *
   * @param peerAddress HOST:PORT at which peers find each other
   * @param ordererAddress HOST:PORT at which peers and orderers find an orderer
   */
  public void fabric(String peerAddress, String ordererAddress) {
    new FabricContainers(
            this,
            peer -> ofProcess(peer, nodeAddress),
            name -> ofProcess(name, name.startsWith("orderer") ? ordererAddress : peerAddress))
        .write();
  }

  private static String ofProcess(String name, String text) {
    return text.replace("{node}", name).replace("{n}", name.replaceAll("[a-z]+", ""));
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

  /** A text of a node with this number. */
  public static String of(int n, String text) {
    return text.replace("{node}", "node" + n).replace("{n}", Integer.toString(n));
  }

  private String installed(String... names) {
    Path path = installedAt;
    for (String name : names) {
      path = path.resolve(name);
    }
    return path.toString();
  }

  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
