package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.process.Partner;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByMetric;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterJson;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Components;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.Pace;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.harness.system.validators.CometBft;
import io.hybridycsb.harness.system.validators.Mempool;
import io.hybridycsb.harness.system.validators.ValidatorChain;
import io.hybridycsb.harness.system.validators.ValidatorContainers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A relational database on each node, which executes the transactions of a CometBFT chain: a node
 * is a database, a server process, and a validator with that server as its application.
 */
public final class RelationalTmSystem implements SystemDescription {
  private static final String NAME = "relational-tm";
  private static final String MAIN = "io.hybridycsb.relational.tendermint.RelationalTm";

  private static final String METRICS = "-metrics";
  private static final String NODE_PLACEHOLDER = "{node}";

  /** Options that are the node's own properties, under other names. */
  private static final Map<String, String> RULES =
      Map.of("failure", "relational.failure", "sql", "relational.sql");

  /** A node's default of {@code transaction.bytes.max}. */
  private static final int TRANSACTION_BYTES_MAX = 1 << 20;

  /** A validator's memory for what waits is that of a node. */
  private static final Mempool MEMPOOL =
      new Mempool(50_000, 64L << 20, 100_000, TRANSACTION_BYTES_MAX);

  private static final int DATABASES = 0;

  /** One stage, because a node and its validator need each other to serve. */
  private static final int NODES_AND_VALIDATORS = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "relational databases that execute a CometBFT chain's transactions";
  }

  @Override
  public List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(NodeDatabases.options());
    options.add(
        SystemOption.choice(
                "failure",
                List.of("transaction", "block"),
                "what a failed transaction undoes: itself, or its whole block")
            .fixedAtCreation());
    options.add(
        SystemOption.choice(
                "sql", List.of("refuse", "allow"), "whether transactions may be SQL statements")
            .fixedAtCreation());
    options.add(SystemOption.memory("node.heap", "256m", "a node's heap"));
    options.add(
        SystemOption.text(
            "node.jvm",
            "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING,
            "further options of a node's JVM"));
    options.add(
        SystemOption.text(
            "node.*",
            "",
            "any other property of a node, by its name; {node} stands for the node's"));
    options.addAll(CometBft.options());
    return options;
  }

  @Override
  public String commitMode(Map<String, String> ycsbProperties) {
    return ycsbProperties.getOrDefault("relational.commit", "sync");
  }

  @Override
  public Pace pace() {
    return new Pace(14, 300, 1_000);
  }

  @Override
  public Optional<Components> components() {
    return Optional.of(
        Components.separate(
            Map.of("validator", "consensus", "node", "ledger-validation", "database", "database"),
            "consensus is CometBFT, ledger-validation is the nodes' own processes, which check and"
                + " dispatch transactions, database is what executes and keeps them"));
  }

  @Override
  public Optional<String> blocksMetric() {
    return Optional.of("relational_blocks_total");
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        new CountedByMetric(
            RecordedWrites.Kept.BY_ALL_SINCE_START,
            "committed calls that have written",
            servers.portsEndingIn(METRICS),
            "relational_writes_total",
            Map.of()));
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(new Keygen("", ValidatorContainers.options(), RelationalTmSystem::write));
  }

  private static void write(ClusterFiles files) {
    ValidatorContainers validators = CometBft.containers(MEMPOOL, files);
    validators.write("tcp://");
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int n : files.numbers()) {
      addresses.put("node" + n, files.addressOf(n));
      files.writeNode(n, Map.of());
    }
    ClusterFiles.write(
        files.directory().resolve(ClusterFiles.CLUSTER_FILE),
        ClusterJson.text(
            files.cluster(),
            NAME,
            files.directory(),
            addresses,
            cluster -> validators.describe(cluster.putObject("validators"))));
    files.writeClient(client(files.cluster(), addresses, files.installed("client.key")));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    List<String> nodes = NodeNames.of(context.nodes());
    Map<String, String> nodeOfValidator = new LinkedHashMap<>();
    nodes.forEach(node -> nodeOfValidator.put(validatorOf(node), node));
    ValidatorChain chain = CometBft.chain(List.copyOf(nodeOfValidator.keySet()), MEMPOOL, context);
    PlanParts plan = new PlanParts();
    NodeDatabases databases = new NodeDatabases(context);
    databases.addTo(plan, DATABASES, nodes);
    Map<String, String> applications = new LinkedHashMap<>();
    Map<String, List<Partner>> partners = new LinkedHashMap<>();
    for (String node : nodes) {
      String validator = validatorOf(node);
      applications.put(validator, "tcp://" + context.address(abci(node)));
      partners.put(validator, List.of(new Partner(node, context.ports().port(abci(node)))));
      addNode(node, databases.nodeProperties(node), chain.rpcAddress(validator), context, plan);
    }
    chain.addTo(plan, NODES_AND_VALIDATORS, applications, partners);
    Map<String, String> addresses = new LinkedHashMap<>();
    nodes.forEach(node -> addresses.put(node, context.address(node)));
    plan.files()
        .put(
            clusterFile(context),
            ClusterJson.text(
                cluster(context),
                NAME,
                context.directory(),
                addresses,
                json -> chain.describe(json.putObject("validators"), nodeOfValidator)));
    return plan.finish(
        context,
        client(cluster(context), addresses, context.directory().resolve("client.key").toString()),
        commands(context, nodes));
  }

  private static String cluster(PlanContext context) {
    return context.directory().getFileName().toString();
  }

  private static Path clusterFile(PlanContext context) {
    return context.directory().resolve(ClusterFiles.CLUSTER_FILE);
  }

  private static Path config(PlanContext context, String node) {
    return context.directoryOf(node).resolve("node.properties");
  }

  private static String abci(String node) {
    return node + "-abci";
  }

  private static String validatorOf(String node) {
    return NodeNames.companion(node, "validator");
  }

  private static void addNode(
      String node,
      Map<String, String> database,
      String rpcAddress,
      PlanContext context,
      PlanParts plan) {
    Settings settings = context.settings();
    SortedMap<String, String> properties = new TreeMap<>(database);
    properties.put("node.name", node);
    properties.put("node.listen", context.address(node));
    properties.put("cluster.file", clusterFile(context).toString());
    properties.put("abci.listen", context.address(abci(node)));
    properties.put("cometbft.rpc", rpcAddress);
    properties.put("metrics.listen", context.address(node + METRICS));
    RULES.forEach((option, property) -> properties.put(property, settings.get(option)));
    settings
        .under("node.")
        .forEach((key, value) -> properties.put(key, value.replace(NODE_PLACEHOLDER, node)));
    plan.files()
        .put(config(context, node), PropertiesText.of("The node's configuration.", properties));
    List<String> command = new ArrayList<>(context.home().serverJvm(NAME));
    command.add("-Xmx" + settings.get("node.heap"));
    command.addAll(JvmFlags.split(settings.get("node.jvm")));
    command.addAll(JvmFlags.OF_SERVERS);
    command.addAll(List.of("-cp", context.home().serverClassPath(NAME)));
    command.addAll(List.of(MAIN, "serve", "--config", config(context, node).toString()));
    String ready =
        "node %s ready on %s".formatted(Pattern.quote(node), Pattern.quote(context.address(node)));
    plan.processes()
        .add(
            context.process(
                node,
                "node",
                NODES_AND_VALIDATORS,
                command,
                new Readiness.LogLine(ready),
                node + METRICS,
                abci(node)));
  }

  /** The properties by which the binding finds the cluster. */
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

  private static Map<String, List<String>> commands(PlanContext context, List<String> nodes) {
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, NAME));
    List<String> audit = new ArrayList<>(context.home().serverJvm(NAME));
    audit.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", JvmFlags.NATIVE_ACCESS));
    audit.addAll(List.of("-cp", context.home().serverClassPath(NAME), MAIN, "audit"));
    audit.addAll(List.of("--config", context.clientFile().toString()));
    nodes.forEach(node -> audit.addAll(List.of("--node-config", config(context, node).toString())));
    commands.put("audit", List.copyOf(audit));
    return commands;
  }
}
