package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByMetric;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.JvmFlags;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The server processes of relational nodes, whatever orders their transactions. */
final class RelationalNodes {
  static final String ROLE = "node";

  private static final String METRICS = "-metrics";
  private static final String NODE_PLACEHOLDER = "{node}";
  private static final String CLIENT_KEY = "client.key";
  private static final String SKIPS = "skips";

  private final String system;
  private final String mainClass;
  private final PlanContext context;

  /**
   * @param mainClass of the server
   */
  RelationalNodes(String system, String mainClass, PlanContext context) {
    this.system = system;
    this.mainClass = mainClass;
    this.context = context;
  }

  /** The options of nodes. */
  static List<SystemOption> options() {
    return List.of(
        SystemOption.choice(
                "failure",
                List.of("transaction", "block"),
                "what a failed transaction undoes: itself, or its whole block")
            .fixedAtCreation(),
        SystemOption.memory("node.heap", "256m", "a node's heap"),
        SystemOption.text(
            "node.jvm",
            "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING,
            "further options of a node's JVM"),
        SystemOption.text(
            "node.*",
            "",
            "any other property of a node, by its name; {node} stands for the node's"));
  }

  static Model promisedModel(Map<String, String> ycsbProperties) {
    return ycsbProperties.getOrDefault("relational.read", "local").equals("ordered")
        ? Model.LINEARIZABLE
        : Model.PROCESS_SESSION;
  }

  /** What the nodes count. */
  static RecordedWrites recordedWrites(Servers servers) {
    return new CountedByMetric(
        RecordedWrites.Kept.BY_ALL_SINCE_START,
        "committed calls of writes and of procedures",
        servers.portsEndingIn(METRICS),
        "relational_writes_total",
        Map.of());
  }

  /** The cluster's name, which is signed. */
  String cluster() {
    return context.directory().getFileName().toString();
  }

  Path clusterFile() {
    return context.directory().resolve(ClusterFiles.CLUSTER_FILE);
  }

  private String skips() {
    return context.directory().resolve(SKIPS).toString();
  }

  private Path config(String node) {
    return context.directoryOf(node).resolve("node.properties");
  }

  /**
   * Adds a node's process and its file of properties.
   *
   * @param own the properties by which it finds its database and what orders its transactions
   * @param furtherPorts the uses of ports besides those for clients and metrics
   */
  void addNode(
      String node, int stage, Map<String, String> own, List<String> furtherPorts, PlanParts plan) {
    Settings settings = context.settings();
    SortedMap<String, String> properties = new TreeMap<>(own);
    properties.put("node.name", node);
    properties.put("node.listen", context.address(node));
    properties.put("cluster.file", clusterFile().toString());
    properties.put("skip.directory", skips());
    properties.put("metrics.listen", context.address(node + METRICS));
    properties.put("relational.failure", settings.get("failure"));
    settings
        .under("node.")
        .forEach((key, value) -> properties.put(key, value.replace(NODE_PLACEHOLDER, node)));
    plan.files()
        .put(
            context.directory().resolve(SKIPS).resolve("README"),
            "Decisions on blocks that the nodes leave out, by 'hybrid skip'.\n");
    plan.files().put(config(node), PropertiesText.of("The node's configuration.", properties));
    List<String> command = new ArrayList<>(context.home().serverJvm(system));
    command.add("-Xmx" + settings.get("node.heap"));
    command.addAll(JvmFlags.split(settings.get("node.jvm")));
    command.addAll(JvmFlags.OF_SERVERS);
    command.addAll(List.of("-cp", context.home().serverClassPath(system)));
    command.addAll(List.of(mainClass, "serve", "--config", config(node).toString()));
    String ready =
        "node %s ready on %s".formatted(Pattern.quote(node), Pattern.quote(context.address(node)));
    List<String> ports = new ArrayList<>(List.of(node + METRICS));
    ports.addAll(furtherPorts);
    plan.processes()
        .add(
            context.process(
                node,
                ROLE,
                stage,
                command,
                new Readiness.LogLine(ready),
                ports.toArray(String[]::new)));
  }

  /** Where clients find each node. */
  Map<String, String> addresses(List<String> nodes) {
    Map<String, String> addresses = new LinkedHashMap<>();
    nodes.forEach(node -> addresses.put(node, context.address(node)));
    return addresses;
  }

  /** The properties by which the binding finds the cluster. */
  Map<String, String> client(List<String> nodes) {
    return client(cluster(), addresses(nodes), clientKey());
  }

  private static Map<String, String> client(
      String cluster, Map<String, String> addresses, String key) {
    return Map.of(
        "relational.nodes",
        addresses.values().stream().collect(Collectors.joining(",")),
        "relational.cluster",
        cluster,
        "relational.key",
        key);
  }

  /** The same for a cluster whose processes other tools start. */
  static void writeClient(ClusterFiles files, Map<String, String> addresses) {
    files.writeClient(client(files.cluster(), addresses, files.installed(CLIENT_KEY)));
  }

  /**
   * The commands for people, with the audit, and that which waits until nodes commit.
   *
   * @param keys of those who decide that a block is skipped
   */
  Map<String, List<String>> commands(List<String> nodes, List<Path> keys) {
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, system));
    List<String> audit = command("audit");
    audit.addAll(List.of("--config", context.clientFile().toString()));
    nodes.forEach(node -> audit.addAll(List.of("--node-config", config(node).toString())));
    commands.put("audit", List.copyOf(audit));
    List<String> await = command(ClusterPlan.AWAIT_COMMITS);
    await.addAll(List.of("--cluster", cluster(), "--key", clientKey()));
    addresses(nodes)
        .forEach((node, address) -> await.addAll(List.of("--node", node + "=" + address)));
    commands.put(ClusterPlan.AWAIT_COMMITS, List.copyOf(await));
    List<String> skip = command("skip");
    skip.addAll(List.of("sign", "--cluster", clusterFile().toString(), "--directory", skips()));
    keys.forEach(key -> skip.addAll(List.of("--key", key.toString())));
    commands.put("skip", List.copyOf(skip));
    return commands;
  }

  private List<String> command(String verb) {
    List<String> command = new ArrayList<>(context.home().serverJvm(system));
    command.addAll(JvmFlags.ofCommand(verb));
    command.addAll(List.of("-cp", context.home().serverClassPath(system), mainClass, verb));
    return command;
  }

  private String clientKey() {
    return context.directory().resolve(CLIENT_KEY).toString();
  }
}
