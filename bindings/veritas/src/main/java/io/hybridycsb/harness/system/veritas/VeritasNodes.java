package io.hybridycsb.harness.system.veritas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByMetric;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterJson;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.harness.system.programs.RedisProgram;
import io.hybridycsb.harness.system.stores.MariaDbServer;
import io.hybridycsb.harness.system.stores.MongoDbServer;
import io.hybridycsb.harness.system.stores.PostgresServer;
import io.hybridycsb.harness.system.stores.RedisServer;
import io.hybridycsb.harness.system.stores.StateStoreServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The common parts of both Veritas systems: nodes with keys and state stores, the cluster file, the
 * client's key, and the commands for users.
 */
final class VeritasNodes {
  private static final String METRICS = "-metrics";
  static final String NODE_PLACEHOLDER = "{node}";
  private static final String BLOCK_BYTES_MAX = "block.bytes.max";
  private static final String RECORD_BYTES_MAX = "record.bytes.max";

  /** The commands that check what they read. They share what they have verified. */
  private static final List<String> VERIFYING = List.of("get", "verify");

  /** A database of the node's in its process, which lives as long as that. */
  private static final String IN_MEMORY_SQL = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1";

  /** Options that are the node's own properties, under the same names. */
  private static final List<SystemOption> NODE_OPTIONS =
      List.of(
          SystemOption.integer(
              "block.transactions.max", "", 1, 1_000_000, "transactions per block, at most"),
          SystemOption.integer(BLOCK_BYTES_MAX, "", 1024, 256L << 20, "bytes per block, at most"),
          SystemOption.integer(
              RECORD_BYTES_MAX, "", 64, 16L << 20, "bytes of a transaction, at most"),
          SystemOption.integer(
              "state.history.blocks",
              "",
              0,
              65_536,
              "blocks before the newest whose state get --at can tell; 0: none"));

  private final String system;
  private final String mainClass;
  private final PlanContext context;
  private final Settings settings;
  private final Optional<StateStoreServer> store;

  /**
   * @param system the system's name, which is also its server's directory in the release
   * @param mainClass the server's main class
   */
  VeritasNodes(String system, String mainClass, PlanContext context) {
    this.system = system;
    this.mainClass = mainClass;
    this.context = context;
    this.settings = context.settings();
    this.store =
        switch (settings.get("state.store")) {
          case "postgresql" -> Optional.of(new PostgresServer(context));
          case "mariadb" -> Optional.of(new MariaDbServer(context));
          case "mongodb" -> Optional.of(new MongoDbServer(context));
          default -> Optional.empty();
        };
  }

  static List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(NODE_OPTIONS);
    options.add(
        SystemOption.choice("state.store", StateStoreServer.choices(), "where nodes keep the state")
            .fixedAtCreation());
    options.add(SystemOption.memory("node.heap", "512m", "a node's heap"));
    options.add(
        SystemOption.text(
            "node.jvm",
            "-XX:+UseSerialGC -XX:NewRatio=1 " + JvmFlags.LESS_INLINING,
            "further options of a node's JVM"));
    options.add(
        SystemOption.text(
            "node.*",
            "",
            "any other property of a node, by its name; {node} stands for the node's"));
    options.addAll(RedisServer.options());
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

  /** {@code node1}, {@code node2}, ... */
  List<String> names() {
    return NodeNames.of(context.nodes());
  }

  /** Adds the nodes' state stores that are separate processes. */
  void addStores(int stage, PlanParts plan) {
    store.ifPresent(server -> addStores(server, stage, plan));
    if (settings.get("state.store").equals("none")) {
      plan.versions().put("state store", "none: a baseline on the nodes' heaps, no database");
    }
    if (!settings.get("state.store").equals("redis")) {
      return;
    }
    Path program = RedisProgram.ofThisMachine().find(settings.get(RedisProgram.OPTION));
    plan.versions().put("Redis", RedisProgram.versionOf(program));
    for (String node : names()) {
      RedisServer redis = new RedisServer(NodeNames.companion(node, "redis"), context);
      plan.files().putAll(redis.files());
      plan.processes().add(redis.process(stage, program));
    }
  }

  private void addStores(StateStoreServer server, int stage, PlanParts plan) {
    plan.versions().put(server.version().getKey(), server.version().getValue());
    names().forEach(node -> server.add(NodeNames.companion(node, server.name()), stage, plan));
  }

  /**
   * Adds a node.
   *
   * @param furtherPorts other uses of ports on which it listens
   * @param ofSharedLog its properties for the shared log
   */
  void addNode(
      String node,
      int stage,
      List<String> furtherPorts,
      Map<String, String> ofSharedLog,
      PlanParts plan) {
    Path config = config(node);
    plan.files()
        .put(config, PropertiesText.of("The node's configuration.", properties(node, ofSharedLog)));
    List<String> command = new ArrayList<>(context.home().serverJvm(system));
    command.add("-Xmx" + settings.get("node.heap"));
    command.addAll(JvmFlags.split(settings.get("node.jvm")));
    command.addAll(JvmFlags.OF_SERVERS);
    command.add("-cp");
    command.add(context.home().serverClassPath(system));
    command.addAll(List.of(mainClass, "serve", "--config", config.toString()));
    String[] allFurther =
        Stream.concat(Stream.of(node + METRICS), furtherPorts.stream()).toArray(String[]::new);
    String ready =
        "node %s ready on %s".formatted(Pattern.quote(node), Pattern.quote(context.address(node)));
    plan.processes()
        .add(
            context
                .process(node, "node", stage, command, new Readiness.LogLine(ready), allFurther)
                // RocksDB unpacks its library here; each SIGKILL would otherwise leave a copy in
                // the machine's temporary directory.
                .withEnvironment(
                    Map.of("ROCKSDB_SHAREDLIB_DIR", context.directoryOf(node).toString())));
  }

  /** A node's data other than its state store. */
  Path data(String node) {
    return context.directoryOf(node).resolve("data");
  }

  private Path config(String node) {
    return context.directoryOf(node).resolve("node.properties");
  }

  private Path key(String node) {
    return context.directoryOf(node).resolve("node.key");
  }

  private Path clusterFile() {
    return context.directory().resolve("cluster.json");
  }

  /** Whether the cluster was made before; otherwise this is its first start. */
  boolean clusterExists() {
    return Files.exists(clusterFile());
  }

  private Path clientKey() {
    return context.directory().resolve("client.key");
  }

  private SortedMap<String, String> properties(String node, Map<String, String> ofSharedLog) {
    SortedMap<String, String> properties = new TreeMap<>(ofSharedLog);
    properties.put("node.name", node);
    properties.put("node.listen", context.address(node));
    properties.put("node.key", key(node).toString());
    properties.put("cluster.file", clusterFile().toString());
    properties.put("data.dir", data(node).toString());
    properties.put("state.store", settings.get("state.store"));
    if (settings.get("state.store").equals("redis")) {
      properties.putAll(
          new RedisServer(NodeNames.companion(node, "redis"), context).nodeProperties());
    } else if (settings.get("state.store").equals("sql")) {
      properties.put("sql.url", IN_MEMORY_SQL.formatted(node));
    }
    store.ifPresent(
        server ->
            properties.putAll(server.nodeProperties(NodeNames.companion(node, server.name()))));
    properties.put("metrics.listen", context.address(node + METRICS));
    for (SystemOption option : NODE_OPTIONS) {
      if (settings.isSet(option.name())) {
        properties.put(option.name(), settings.get(option.name()));
      }
    }
    settings
        .under("node.")
        .forEach((key, value) -> properties.put(key, value.replace(NODE_PLACEHOLDER, node)));
    return properties;
  }

  /**
   * Completes the plan with the files of nodes and clients, once all processes are in it.
   *
   * @param ofSharedLog adds the shared log's part of the cluster file
   */
  ClusterPlan finish(PlanParts plan, Consumer<ObjectNode> ofSharedLog) {
    plan.files().put(clusterFile(), clusterJson(ofSharedLog));
    Map<String, String> client =
        Map.of("veritas.cluster", clusterFile().toString(), "veritas.key", clientKey().toString());
    return plan.finish(context, client, commands());
  }

  private String clusterJson(Consumer<ObjectNode> ofSharedLog) {
    Map<String, String> addresses = new LinkedHashMap<>();
    names().forEach(node -> addresses.put(node, context.address(node)));
    Path directory = context.directory();
    return ClusterJson.text(
        directory.getFileName().toString(), system, directory, addresses, ofSharedLog);
  }

  private Map<String, List<String>> commands() {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String verb : List.of("get", "put", "delete", "verify", "audit")) {
      List<String> command = new ArrayList<>(context.home().serverJvm(system));
      command.addAll(JvmFlags.ofCommand(verb));
      command.addAll(List.of("-cp", context.home().serverClassPath(system)));
      command.addAll(List.of(mainClass, verb, "--config", context.clientFile().toString()));
      if (VERIFYING.contains(verb)) {
        command.addAll(List.of("--state", context.stateFile().toString()));
      }
      if (verb.equals("audit")) {
        names().forEach(node -> command.addAll(List.of("--node-config", config(node).toString())));
      }
      commands.put(verb, List.copyOf(command));
    }
    return commands;
  }

  static RecordedWrites recordedWrites(Servers servers) {
    return new CountedByMetric(
        RecordedWrites.Kept.BY_ALL_SINCE_START,
        "committed transactions in ledgers",
        servers.portsEndingIn(METRICS),
        "veritas_transactions_committed_total",
        Map.of());
  }
}
