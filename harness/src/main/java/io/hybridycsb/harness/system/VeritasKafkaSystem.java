package io.hybridycsb.harness.system;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Veritas over Kafka: one broker, one timestamp oracle, and per node a Redis (unless another state
 * store is chosen) and a server process.
 */
final class VeritasKafkaSystem implements SystemDescription {
  private static final String MAIN = "io.hybridycsb.veritas.kafka.VeritasKafka";
  private static final String TSO_MAIN = "io.hybridycsb.tso.TimestampOracleMain";
  private static final String TOPIC = "veritas";
  private static final String CLIENT = "client";
  private static final String NODE_PLACEHOLDER = "{node}";

  /** Each node's own, in its own process: it lives as long as the node. */
  private static final String IN_MEMORY_SQL = "jdbc:h2:mem:state;DB_CLOSE_DELAY=-1";

  private static final int INFRASTRUCTURE = 0;
  private static final int NODES = 1;

  /** Options that are the node's own properties, under the same names. */
  private static final List<SystemOption> NODE_OPTIONS =
      List.of(
          SystemOption.integer(
              "block.transactions.max", "", 1, 1_000_000, "transactions per block, at most"),
          SystemOption.integer("block.bytes.max", "", 1024, 256L << 20, "bytes per block, at most"),
          SystemOption.integer(
              "block.linger.ms", "", 0, 60_000, "how long a block waits to be filled, at most"),
          SystemOption.integer(
              "record.bytes.max", "", 64, 16L << 20, "bytes of a transaction, at most"));

  @Override
  public String name() {
    return "veritas-kafka";
  }

  @Override
  public String description() {
    return "Veritas with a Kafka topic as its shared log (VLDB'22), a Redis per node";
  }

  @Override
  public List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(NODE_OPTIONS);
    options.add(
        SystemOption.choice(
                "approval.policy", List.of("all", "majority"), "which votes decide a block")
            .fixedAtCreation());
    options.add(
        SystemOption.choice(
                "state.store", List.of("redis", "sql", "rocksdb"), "where nodes keep the state")
            .fixedAtCreation());
    options.add(SystemOption.memory("node.heap", "512m", "a node's heap"));
    options.add(
        SystemOption.text(
            "node.jvm", "-XX:+UseSerialGC -XX:NewRatio=1", "further options of a node's JVM"));
    options.add(
        SystemOption.text(
            "node.*",
            "",
            "any other property of a node, by its name; {node} stands for the node's"));
    options.addAll(KafkaBroker.options());
    options.addAll(RedisServer.options());
    return options;
  }

  @Override
  public String commitMode(Map<String, String> ycsbProperties) {
    return ycsbProperties.getOrDefault("veritas.commit", "sync");
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    return new Planner(context).plan();
  }

  private static final class Planner {
    private final PlanContext context;
    private final Settings settings;
    private final KafkaBroker broker;
    private final Path clusterFile;
    private final Path clientFile;
    private final Path clientKey;
    private final List<ProcessSpec> processes = new ArrayList<>();
    private final Map<Path, String> files = new LinkedHashMap<>();
    private final Map<String, String> versions = new LinkedHashMap<>();

    Planner(PlanContext context) {
      this.context = context;
      this.settings = context.settings();
      this.broker = new KafkaBroker("kafka1", TOPIC, context);
      this.clusterFile = context.directory().resolve("cluster.json");
      this.clientFile = context.directory().resolve("client.properties");
      this.clientKey = context.directory().resolve("client.key");
    }

    ClusterPlan plan() {
      for (String option : List.of("block.bytes.max", "record.bytes.max")) {
        if (settings.isSet(option)) {
          broker.requireRoomFor(option, settings.getLong(option));
        }
      }
      files.putAll(broker.files());
      versions.put("Kafka", broker.version());
      processes.add(broker.process(INFRASTRUCTURE));
      if (settings.get("state.store").equals("redis")) {
        addRedis();
      }
      processes.add(timestampOracle());
      nodeNames().forEach(this::addNode);
      files.put(clusterFile, clusterJson());
      Map<String, String> client =
          Map.of("veritas.cluster", clusterFile.toString(), "veritas.key", clientKey.toString());
      files.put(clientFile, PropertiesText.of("How a client finds this cluster.", client));
      return new ClusterPlan(processes, files, client, commands(), versions);
    }

    private List<String> nodeNames() {
      return IntStream.rangeClosed(1, context.nodes()).mapToObj(i -> "node" + i).toList();
    }

    private static String redisOf(String node) {
      return node.replace("node", "redis");
    }

    private void addRedis() {
      Path program = RedisProgram.ofThisMachine().find(settings.get(RedisServer.PROGRAM));
      versions.put("Redis", RedisProgram.versionOf(program));
      for (String node : nodeNames()) {
        RedisServer redis = new RedisServer(redisOf(node), context);
        files.putAll(redis.files());
        processes.add(redis.process(INFRASTRUCTURE, program));
      }
    }

    private String address(String use) {
      return "127.0.0.1:" + context.ports().port(use);
    }

    private ProcessSpec timestampOracle() {
      Path dir = context.directoryOf("tso");
      List<String> command =
          List.of(
              context.home().java(),
              "-Xmx64m",
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              JvmFlags.NATIVE_ACCESS,
              "-cp",
              context.home().serverClassPath("veritas-kafka"),
              TSO_MAIN,
              "--listen",
              address("tso"),
              "--data",
              dir.resolve("data").toString());
      return new ProcessSpec(
          "tso",
          "timestamp-oracle",
          INFRASTRUCTURE,
          command,
          Map.of(),
          dir,
          address("tso"),
          List.of(context.ports().port("tso")),
          new Readiness.LogLine("timestamp-oracle ready on " + Pattern.quote(address("tso"))),
          List.of(),
          List.of());
    }

    private void addNode(String node) {
      Path dir = context.directoryOf(node);
      Path config = nodeConfig(node);
      files.put(config, PropertiesText.of("The node's configuration.", nodeProperties(node)));
      List<String> command = new ArrayList<>();
      command.add(context.home().java());
      command.add("-Xmx" + settings.get("node.heap"));
      command.addAll(JvmFlags.split(settings.get("node.jvm")));
      command.add(JvmFlags.NATIVE_ACCESS);
      command.add("-cp");
      command.add(context.home().serverClassPath("veritas-kafka"));
      command.addAll(List.of(MAIN, "serve", "--config", config.toString()));
      processes.add(
          new ProcessSpec(
              node,
              "node",
              NODES,
              command,
              // Where RocksDB unpacks its library; otherwise each SIGKILL leaves one in the
              // machine's directory for temporary files.
              Map.of("ROCKSDB_SHAREDLIB_DIR", dir.toString()),
              dir,
              address(node),
              List.of(context.ports().port(node), context.ports().port(node + "-metrics")),
              new Readiness.LogLine(
                  "node " + Pattern.quote(node) + " ready on " + Pattern.quote(address(node))),
              List.of(),
              List.of()));
    }

    private Path nodeConfig(String node) {
      return context.directoryOf(node).resolve("node.properties");
    }

    private Path nodeKey(String node) {
      return context.directoryOf(node).resolve("node.key");
    }

    private SortedMap<String, String> nodeProperties(String node) {
      SortedMap<String, String> properties = new TreeMap<>();
      properties.put("node.name", node);
      properties.put("node.listen", address(node));
      properties.put("node.key", nodeKey(node).toString());
      properties.put("cluster.file", clusterFile.toString());
      properties.put("data.dir", context.directoryOf(node).resolve("data").toString());
      properties.put("state.store", settings.get("state.store"));
      if (settings.get("state.store").equals("redis")) {
        properties.put("redis.address", address(redisOf(node)));
      } else if (settings.get("state.store").equals("sql")) {
        properties.put("sql.url", IN_MEMORY_SQL);
      }
      properties.put("kafka.bootstrap.servers", broker.address());
      properties.put("kafka.topic", TOPIC);
      properties.put("metrics.listen", address(node + "-metrics"));
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

    private String clusterJson() {
      ObjectNode cluster = JsonNodeFactory.instance.objectNode();
      cluster.put("cluster", context.directory().getFileName().toString());
      cluster.put("system", "veritas-kafka");
      cluster.put("approvalPolicy", settings.get("approval.policy"));
      cluster.put("timestampOracle", address("tso"));
      ArrayNode nodes = cluster.putArray("nodes");
      for (String node : nodeNames()) {
        ObjectNode entry = nodes.addObject();
        entry.put("name", node);
        entry.put("address", address(node));
        entry.put("publicKey", KeyFiles.publicKeyOf(nodeKey(node)));
      }
      ObjectNode client = cluster.putArray("clients").addObject();
      client.put("name", CLIENT);
      client.put("publicKey", KeyFiles.publicKeyOf(clientKey));
      return cluster.toPrettyString() + "\n";
    }

    private Map<String, List<String>> commands() {
      Map<String, List<String>> commands = new LinkedHashMap<>();
      for (String verb : List.of("get", "put", "delete", "verify", "audit")) {
        List<String> command = new ArrayList<>();
        command.add(context.home().java());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", JvmFlags.NATIVE_ACCESS));
        command.addAll(List.of("-cp", context.home().serverClassPath("veritas-kafka")));
        command.addAll(List.of(MAIN, verb, "--config", clientFile.toString()));
        if (verb.equals("audit")) {
          nodeNames()
              .forEach(
                  node -> command.addAll(List.of("--node-config", nodeConfig(node).toString())));
        }
        commands.put(verb, List.copyOf(command));
      }
      return commands;
    }
  }
}
