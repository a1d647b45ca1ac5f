package io.hybridycsb.harness.system.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterJson;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The server processes of nodes of ours, and the files by which nodes and clients know them.
 *
 * @param system the system's name, which is also its servers' directory in the release
 * @param mainClass of the server and of its commands
 */
public record NodeServers(String system, String mainClass, PlanContext context) {
  private static final String ROLE = "node";
  private static final String HEAP = "node.heap";
  private static final String JVM = "node.jvm";
  private static final String METRICS = "-metrics";
  private static final String KEY = "node.key";
  private static final String CLIENT_KEY = "client.key";

  /**
   * The options of nodes.
   *
   * @param heap the default of their heap
   * @param jvm default options of their JVMs
   */
  public static List<Property<?>> options(String heap, String jvm) {
    return List.of(
        Property.memory(HEAP, heap, "a node's heap"),
        Property.text(JVM, "text", jvm, "further options of a node's JVM"),
        Property.any(
            "node.", "any other property of a node, by its name; {node} stands for the node's"));
  }

  /** What nodes count by one of their metrics. */
  public static RecordedWrites recordedWrites(String what, String metric, Servers servers) {
    return new CountedByServer(
        RecordedWrites.Kept.BY_ALL_SINCE_START,
        what,
        servers.portsEndingIn(METRICS),
        CountedByServer.byMetric(Loopback.PLAIN, metric, Map.of()));
  }

  /** {@code node1}, {@code node2}, ... */
  public List<String> names() {
    return NodeNames.of(context.nodes());
  }

  /** Where clients find each node. */
  public Map<String, String> addresses() {
    Map<String, String> addresses = new LinkedHashMap<>();
    names().forEach(node -> addresses.put(node, context.address(node)));
    return addresses;
  }

  /** The cluster's name, which is signed. */
  public String cluster() {
    return context.directory().getFileName().toString();
  }

  /** The file by which nodes and clients know each other. */
  public Path clusterFile() {
    return context.directory().resolve(ClusterFiles.CLUSTER_FILE);
  }

  public Path clientKey() {
    return context.directory().resolve(CLIENT_KEY);
  }

  /** The file of a node's private key. */
  public Path key(String node) {
    return context.directoryOf(node).resolve(KEY);
  }

  private Path config(String node) {
    return context.directoryOf(node).resolve("node.properties");
  }

  /**
   * Adds a node's process, and its file of properties, in which those of the user count most.
   *
   * @param own its properties besides its name, its addresses and the cluster's file
   * @param environment of its process
   */
  public void add(
      String node, Map<String, String> own, Map<String, String> environment, PlanParts plan) {
    SortedMap<String, String> properties = new TreeMap<>(own);
    properties.put("node.name", node);
    properties.put("node.listen", context.address(node));
    properties.put("cluster.file", clusterFile().toString());
    properties.put("metrics.listen", context.address(node + METRICS));
    properties.putAll(context.settings().ofNode(node));
    plan.files().put(config(node), PropertiesText.of("The node's configuration.", properties));
    List<String> command =
        context
            .home()
            .serverCommand(
                system, context.settings().get(HEAP), context.settings().get(JVM), mainClass);
    command.addAll(List.of("serve", "--config", config(node).toString()));
    String ready =
        "node %s ready on %s".formatted(Pattern.quote(node), Pattern.quote(context.address(node)));
    ProcessSpec process =
        context.process(
            node, ROLE, Order.WITH_NODES, command, new Readiness.LogLine(ready), node + METRICS);
    plan.processes().add(process.withEnvironment(environment));
  }

  /**
   * Adds the file by which nodes and clients know each other. The keys of clients and nodes are
   * made unless they exist.
   *
   * @param more adds what isn't of all systems
   */
  public void addClusterFile(PlanParts plan, Consumer<ObjectNode> more) {
    plan.files()
        .put(
            clusterFile(),
            ClusterJson.text(cluster(), system, context.directory(), addresses(), more));
  }

  /** A command of the server's program, without what follows its name. */
  public List<String> command(String verb) {
    return context.home().commandOf(system, mainClass, verb);
  }

  /** The audit of all nodes, as a client. */
  public List<String> audit() {
    List<String> audit = command("audit");
    audit.addAll(List.of("--config", context.clientFile().toString()));
    audit.addAll(configs());
    return audit;
  }

  /** The arguments that name each node's file of properties. */
  public List<String> configs() {
    return names().stream()
        .flatMap(node -> Stream.of("--node-config", config(node).toString()))
        .toList();
  }

  /**
   * Writes the files of a cluster whose processes other tools start, without those of its order and
   * its clients: each node's key and properties, the client's key, and the cluster file.
   *
   * @param own a node's properties besides its name, its addresses and the cluster's file
   * @param more adds to the cluster file what isn't of all systems
   * @return where clients find each node
   */
  public static Map<String, String> write(
      String system,
      ClusterFiles files,
      IntFunction<Map<String, String>> own,
      Consumer<ObjectNode> more) {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int n : files.numbers()) {
      addresses.put("node" + n, files.addressOf(n));
      files.writeNode(n, own.apply(n));
    }
    ClusterFiles.write(
        files.directory().resolve(ClusterFiles.CLUSTER_FILE),
        ClusterJson.text(files.cluster(), system, files.directory(), addresses, more));
    return addresses;
  }

  /** The property that names a node's own key, for processes that other tools start. */
  public static Map<String, String> keyProperty(ClusterFiles files, int node) {
    return Map.of(KEY, files.installed("node" + node, KEY));
  }

  /** The client's key for processes that other tools start. */
  public static String clientKey(ClusterFiles files) {
    return files.installed(CLIENT_KEY);
  }
}
