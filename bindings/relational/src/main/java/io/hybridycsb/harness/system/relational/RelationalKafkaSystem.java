package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterJson;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.FreshStart;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.kafka.KafkaBrokers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A relational database on each node, of both kinds side by side, which executes the transactions
 * of a Kafka topic; nodes vote on what that has come to. One broker or three, and for each node a
 * database and a server process.
 */
public final class RelationalKafkaSystem implements SystemDescription {
  private static final String NAME = "relational-kafka";
  private static final String MAIN = "io.hybridycsb.relational.kafka.RelationalKafka";
  private static final String TOPIC = "relational";
  private static final String NODE_KEY = "node.key";

  private static final String BLOCK_BYTES_MAX = "block.bytes.max";

  /** A node's own properties, which have its defaults. */
  private static final List<SystemOption> BLOCKS =
      List.of(
          SystemOption.integer(
              "block.transactions.max", "", 1, 100_000, "transactions of a block, at most"),
          SystemOption.integer(BLOCK_BYTES_MAX, "", 1_024, 256 << 20, "bytes of a block, at most"),
          SystemOption.integer(
              "block.linger.ms", "", 0, 60_000, "how long a block's first transaction waits"));

  private static final int INFRASTRUCTURE = 0;
  private static final int NODES = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(NodeDatabases.mixedOptions());
    options.addAll(RelationalNodes.options());
    options.addAll(BLOCKS);
    options.addAll(KafkaBrokers.options());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(RelationalNodes.promisedModel(ycsbProperties));
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(RelationalNodes.recordedWrites(servers));
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        new Keygen("", true, NodeDatabases.keygenOptions(), RelationalKafkaSystem::write));
  }

  private static void write(ClusterFiles files) {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int n : files.numbers()) {
      addresses.put("node" + n, files.addressOf(n));
      Map<String, String> own = new LinkedHashMap<>(NodeDatabases.nodeProperties(files, n));
      own.put(NODE_KEY, files.installed("node" + n, NODE_KEY));
      files.writeNode(n, own);
    }
    ClusterFiles.write(
        files.directory().resolve(ClusterFiles.CLUSTER_FILE),
        ClusterJson.text(files.cluster(), NAME, files.directory(), addresses, cluster -> {}));
    RelationalNodes.writeClient(files, addresses);
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    List<String> names = NodeNames.of(context.nodes());
    KafkaBrokers brokers = new KafkaBrokers(TOPIC, context);
    Settings settings = context.settings();
    if (settings.isSet(BLOCK_BYTES_MAX)) {
      brokers.requireRoomFor(BLOCK_BYTES_MAX, settings.getLong(BLOCK_BYTES_MAX));
    }
    Map<String, Map<String, String>> logOf = new LinkedHashMap<>();
    names.forEach(node -> logOf.put(node, brokers.nodeProperties(node)));
    PlanParts plan = new PlanParts();
    brokers.addTo(plan, INFRASTRUCTURE);
    NodeDatabases databases = new NodeDatabases(context);
    databases.warnOfDraw(names);
    databases.addTo(plan, INFRASTRUCTURE, names);
    RelationalNodes nodes = new RelationalNodes(NAME, MAIN, context);
    for (String node : names) {
      Map<String, String> own = new LinkedHashMap<>(databases.nodeProperties(node));
      own.put(NODE_KEY, key(context, node).toString());
      own.putAll(logOf.get(node));
      for (SystemOption option : BLOCKS) {
        if (settings.isSet(option.name())) {
          own.put(option.name(), settings.get(option.name()));
        }
      }
      nodes.addNode(node, NODES, own, List.of(), plan);
    }
    plan.files()
        .put(
            nodes.clusterFile(),
            ClusterJson.text(
                nodes.cluster(), NAME, context.directory(), nodes.addresses(names), cluster -> {}));
    List<Path> keys = names.stream().map(node -> key(context, node)).toList();
    return plan.finish(context, nodes.client(names), nodes.commands(names, keys));
  }

  private static Path key(PlanContext context, String node) {
    return context.directoryOf(node).resolve(NODE_KEY);
  }

  /** With an empty database, a node executes the whole log. */
  @Override
  public FreshStart freshStart(PlanContext context, String process) {
    NodeDatabases databases = new NodeDatabases(context);
    String node =
        NodeNames.of(context.nodes()).stream()
            .filter(name -> name.equals(process) || databases.processOf(name).equals(process))
            .findFirst()
            .orElseThrow(
                () ->
                    new HarnessException(
                        "--fresh takes a node or its database, not '%s'".formatted(process)));
    return new FreshStart(
        List.of(databases.processOf(node), node), List.of(databases.directory(node)), Map.of());
  }
}
