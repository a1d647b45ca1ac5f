package io.hybridycsb.harness.system.veritas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.nodes.NodeServers;
import io.hybridycsb.harness.system.nodes.Order;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.harness.system.stores.StateStoreServer;
import io.hybridycsb.settings.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The common parts of both Veritas systems: nodes with keys and state stores, the cluster file, the
 * client's key, and the commands for users.
 */
final class VeritasNodes {
  private static final String BLOCK_BYTES_MAX = "block.bytes.max";
  private static final String RECORD_BYTES_MAX = "record.bytes.max";
  private static final String STORE = "state.store";

  /** The commands that check what they read. They share what they have verified. */
  private static final List<String> VERIFYING = List.of("get", "verify");

  /** A database of the node's in its process, which lives as long as that. */
  private static final String IN_MEMORY_SQL = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1";

  private final PlanContext context;
  private final Settings settings;
  private final NodeServers servers;
  private final Optional<StateStoreServer> store;
  private final Map<String, Map<String, String>> orderProperties = new LinkedHashMap<>();

  /**
   * @param system the system's name, which is also its server's directory in the release
   * @param mainClass the server's main class
   */
  VeritasNodes(String system, String mainClass, PlanContext context) {
    this.context = context;
    this.settings = context.settings();
    this.servers = new NodeServers(system, mainClass, context);
    this.store = StateStoreServer.of(settings.get(STORE), context);
  }

  /**
   * @param page of the system
   * @param further properties of nodes that only this system has
   */
  static List<Property<?>> options(String page, String... further) {
    List<Property<?>> options =
        new ArrayList<>(
            Settings.ofNodes(
                page,
                "block.transactions.max",
                BLOCK_BYTES_MAX,
                RECORD_BYTES_MAX,
                "state.history.blocks",
                "processing.ms"));
    options.addAll(Settings.ofNodes(page, further));
    options.add(
        Property.choice(STORE, StateStoreServer.choices(), "where nodes keep the state").fixed());
    options.addAll(
        NodeServers.options("512m", "-XX:+UseSerialGC -XX:NewRatio=1 " + JvmFlags.LESS_INLINING));
    options.addAll(StateStoreServer.options());
    return options;
  }

  /**
   * What is promised of reads.
   *
   * @param local what {@code veritas.read=local} promises
   * @param readDefault the default of {@code veritas.read}
   */
  static Model promisedModel(Model local, String readDefault, Map<String, String> ycsbProperties) {
    if (ycsbProperties.getOrDefault("veritas.verify", "off").equals("read")) {
      // A proof doesn't say that there is no newer block, and behind a lagging majority a read may
      // show less than the client's own commits.
      return Model.COMMITTED;
    }
    return switch (ycsbProperties.getOrDefault("veritas.read", readDefault)) {
      case "local" -> local;
      case "linearizable" -> Model.LINEARIZABLE;
      default -> local == Model.LINEARIZABLE ? local : Model.PROCESS_SESSION;
    };
  }

  /**
   * Fails if the option for the length of records is beyond the size of a node's blocks.
   *
   * @param blockBytesDefault the default size of a node's blocks in this system
   * @throws HarnessException if a block has no room for such a record
   */
  void requireBlocksWithRoomForRecords(long blockBytesDefault) {
    if (!settings.isSet(RECORD_BYTES_MAX)) {
      return;
    }
    long recordBytes = settings.getLong(RECORD_BYTES_MAX);
    long blockBytes =
        settings.isSet(BLOCK_BYTES_MAX) ? settings.getLong(BLOCK_BYTES_MAX) : blockBytesDefault;
    if (recordBytes > blockBytes) {
      throw new HarnessException(
          "%s is %d, but a block of a node has room for %d bytes; raise %s as well"
              .formatted(RECORD_BYTES_MAX, recordBytes, blockBytes, BLOCK_BYTES_MAX));
    }
  }

  /** Adds what orders transactions, and the nodes' state stores that are separate processes. */
  void addOrderAndStores(Order order, PlanParts plan) {
    servers.names().forEach(node -> orderProperties.put(node, order.nodeProperties(node)));
    order.addTo(plan);
    store.ifPresent(server -> addStores(server, plan));
    if (settings.get(STORE).equals("none")) {
      plan.versions().put("state store", "none: a baseline on the nodes' heaps, no database");
    }
  }

  private void addStores(StateStoreServer server, PlanParts plan) {
    plan.versions().put(server.version().getKey(), server.version().getValue());
    servers
        .names()
        .forEach(
            node -> server.add(NodeNames.companion(node, server.name()), Order.BEFORE_NODES, plan));
  }

  /**
   * Adds the nodes.
   *
   * @param more a node's properties that only this system has
   */
  void addNodes(Function<String, Map<String, String>> more, PlanParts plan) {
    for (String node : servers.names()) {
      Map<String, String> properties = new HashMap<>(orderProperties.get(node));
      properties.putAll(more.apply(node));
      properties.put("node.key", servers.key(node).toString());
      properties.put("data.dir", data(node).toString());
      properties.put(STORE, settings.get(STORE));
      if (settings.get(STORE).equals("sql")) {
        properties.put("sql.url", IN_MEMORY_SQL.formatted(node));
      }
      store.ifPresent(
          server ->
              properties.putAll(server.nodeProperties(NodeNames.companion(node, server.name()))));
      // RocksDB unpacks its library here; each SIGKILL would otherwise leave a copy in the
      // machine's temporary directory.
      servers.add(
          node,
          properties,
          Map.of("ROCKSDB_SHAREDLIB_DIR", context.directoryOf(node).toString()),
          plan);
    }
  }

  /** {@code node1}, {@code node2}, ... */
  List<String> names() {
    return servers.names();
  }

  /** A node's data other than its state store. */
  Path data(String node) {
    return context.directoryOf(node).resolve("data");
  }

  /** Whether the cluster was made before; otherwise this is its first start. */
  boolean clusterExists() {
    return Files.exists(servers.clusterFile());
  }

  /**
   * Completes the plan with the files of nodes and clients, once all processes are in it.
   *
   * @param ofOrder adds what says who orders transactions to the cluster file
   */
  ClusterPlan finish(PlanParts plan, Consumer<ObjectNode> ofOrder) {
    servers.addClusterFile(plan, ofOrder);
    return plan.finish(
        context,
        client(servers.clusterFile().toString(), servers.clientKey().toString()),
        commands());
  }

  private static Map<String, String> client(String clusterFile, String key) {
    return Map.of("veritas.cluster", clusterFile, "veritas.key", key);
  }

  private Map<String, List<String>> commands() {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String verb : List.of("get", "put", "delete", "verify")) {
      List<String> command = servers.command(verb);
      command.addAll(List.of("--config", context.clientFile().toString()));
      if (VERIFYING.contains(verb)) {
        command.addAll(List.of("--state", context.stateFile().toString()));
      }
      commands.put(verb, List.copyOf(command));
    }
    commands.put("audit", servers.audit());
    return commands;
  }

  /**
   * Writes the files of a cluster whose processes other tools start, without those of its order.
   *
   * @param ofOrder adds what says who orders transactions to the cluster file
   */
  static void write(String system, ClusterFiles files, Consumer<ObjectNode> ofOrder) {
    NodeServers.write(system, files, n -> NodeServers.keyProperty(files, n), ofOrder);
    files.writeClient(
        client(files.installed(ClusterFiles.CLUSTER_FILE), NodeServers.clientKey(files)));
  }

  static RecordedWrites recordedWrites(Servers servers) {
    return NodeServers.recordedWrites(
        "committed transactions in ledgers", "veritas_transactions_committed_total", servers);
  }
}
