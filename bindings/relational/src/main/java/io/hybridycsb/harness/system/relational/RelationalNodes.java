package io.hybridycsb.harness.system.relational;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.nodes.NodeServers;
import io.hybridycsb.harness.system.nodes.Order;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Relational nodes, each with a database to itself, whatever orders their transactions. */
final class RelationalNodes {
  private static final String SKIPS = "skips";

  private final String system;
  private final PlanContext context;
  private final NodeServers servers;
  private final NodeDatabases databases;

  /**
   * @param mainClass of the server
   */
  RelationalNodes(String system, String mainClass, PlanContext context) {
    this.system = system;
    this.context = context;
    this.servers = new NodeServers(system, mainClass, context);
    this.databases = new NodeDatabases(context);
  }

  /**
   * The options of nodes.
   *
   * @param databases those of their databases
   */
  static List<Property<?>> options(List<Property<?>> databases) {
    List<Property<?>> options = new ArrayList<>(databases);
    options.add(
        Property.choice(
                "failure",
                List.of("transaction", "block"),
                "what a failed transaction undoes: itself, or its whole block")
            .fixed());
    options.addAll(Settings.ofNodes("relational-tm.md", "processing.ms"));
    options.addAll(NodeServers.options("256m", "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING));
    return options;
  }

  static Optional<Model> promisedModel(Map<String, String> ycsbProperties) {
    return Optional.of(
        ycsbProperties.getOrDefault("relational.read", "local").equals("ordered")
            ? Model.LINEARIZABLE
            : Model.PROCESS_SESSION);
  }

  static Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        NodeServers.recordedWrites(
            "committed calls that have written records", "relational_writes_total", servers));
  }

  List<String> names() {
    return servers.names();
  }

  NodeDatabases databases() {
    return databases;
  }

  /** The plan of a cluster whose transactions are ordered in this way. */
  ClusterPlan plan(Order order) {
    Map<String, Map<String, String>> ofOrder = new LinkedHashMap<>();
    names().forEach(node -> ofOrder.put(node, order.nodeProperties(node)));
    PlanParts plan = new PlanParts();
    order.addTo(plan);
    databases.addTo(plan, Order.BEFORE_NODES, names());
    plan.files()
        .put(
            skips().resolve("README"),
            "Decisions on blocks that the nodes leave out, by 'hybrid skip'.\n");
    for (String node : names()) {
      Map<String, String> own = new LinkedHashMap<>(databases.nodeProperties(node));
      own.putAll(ofOrder.get(node));
      if (order.keyOf(node).isEmpty()) {
        own.put("node.key", servers.key(node).toString());
      }
      own.put("skip.directory", skips().toString());
      own.put("relational.failure", context.settings().get("failure"));
      servers.add(node, own, Map.of(), plan);
    }
    servers.addClusterFile(plan, order::describe);
    return plan.finish(
        context,
        client(servers.cluster(), servers.addresses(), servers.clientKey().toString()),
        commands(order));
  }

  private Path skips() {
    return context.directory().resolve(SKIPS);
  }

  /** The properties by which the binding finds the cluster. */
  private static Map<String, String> client(
      String cluster, Map<String, String> addresses, String key) {
    return Map.of(
        "relational.nodes",
        String.join(",", addresses.values()),
        "relational.cluster",
        cluster,
        "relational.key",
        key);
  }

  /**
   * Writes the files of a cluster whose processes other tools start, without those of its order.
   *
   * @param own a node's properties that only this system has
   * @param ofOrder adds what says who orders transactions to the cluster file
   */
  static void write(
      String system,
      ClusterFiles files,
      IntFunction<Map<String, String>> own,
      Consumer<ObjectNode> ofOrder) {
    Map<String, String> addresses = NodeServers.write(system, files, own, ofOrder);
    files.writeClient(client(files.cluster(), addresses, NodeServers.clientKey(files)));
  }

  /**
   * The commands for people, with the audit, and that which waits until nodes commit. Whoever signs
   * for the nodes decides that a block is skipped.
   */
  private Map<String, List<String>> commands(Order order) {
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, system));
    commands.put("audit", servers.audit());
    List<String> await = servers.command(ClusterPlan.AWAIT_COMMITS);
    await.addAll(List.of("--cluster", servers.cluster(), "--key", servers.clientKey().toString()));
    servers
        .addresses()
        .forEach((node, address) -> await.addAll(List.of("--node", node + "=" + address)));
    commands.put(ClusterPlan.AWAIT_COMMITS, await);
    List<String> skip = servers.command("skip");
    skip.addAll(List.of("sign", "--cluster", servers.clusterFile().toString()));
    skip.addAll(List.of("--directory", skips().toString()));
    for (String node : names()) {
      Path key = order.keyOf(node).orElseGet(() -> servers.key(node));
      skip.addAll(List.of("--key", key.toString()));
    }
    commands.put("skip", skip);
    return commands;
  }
}
