package io.hybridycsb.harness.system.blockchaindb;

import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByShard;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NetworkCommand;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.ethereum.GethConfig;
import io.hybridycsb.harness.system.ethereum.GoQuorumNode;
import io.hybridycsb.harness.system.ethereum.QuorumProgram;
import io.hybridycsb.harness.system.programs.JvmFlags;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * BlockchainDB: each node has a server, and for each shard that it holds a geth that seals the
 * shard's chain.
 */
public final class BlockchainDbSystem implements SystemDescription {
  static final String BLOCK_GAS = "block.gas";

  private static final String NAME = "blockchaindb";
  private static final String MAIN = "io.hybridycsb.blockchaindb.server.BlockchainDbMain";
  private static final String CHAIN = "chain";
  private static final String CLIQUE = "clique";
  private static final String ROUND = "round.timeout.s";
  private static final String SHARDS = "shards";
  private static final String REPLICAS = "shard.replicas";
  private static final String LAYOUT = "layout";
  private static final String PERIOD = "block.period.s";
  private static final String START_DELAY = "start.delay.s";
  private static final String ACCOUNTS = "accounts";
  private static final String NODE_PREFIX = "node.";

  /** How many sealers there must be, so that the others go on while one is down. */
  private static final int CLIQUE_SEALERS = 3;

  private static final int QBFT_SEALERS = 4;

  private static final int CHAINS = 0;
  private static final int NODES = 1;

  /** Options that are the node's own properties, under the same names. */
  private static final List<SystemOption> NODE_OPTIONS =
      List.of(
          SystemOption.integer("batch.writes.max", "", 1, 10_000, "writes in a transaction"),
          SystemOption.integer(
              "batch.linger.ms", "", 0, 60_000, "how long a batch's first write waits for others"),
          SystemOption.integer(
              "account.transactions.max", "", 1, 10_000, "an account's unconfirmed transactions"));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(NODE_OPTIONS);
    options.addAll(
        List.of(
            SystemOption.choice(
                    CHAIN,
                    List.of(CLIQUE, "quorum-qbft"),
                    "how a shard's blocks are sealed: by geth's Clique, or by GoQuorum's QBFT")
                .fixedAtCreation(),
            SystemOption.integer(
                    ROUND,
                    "2",
                    1,
                    600,
                    "under quorum-qbft: seconds without a block until another proposes one")
                .fixedAtCreation(),
            SystemOption.integer(SHARDS, "1", 1, 16, "chains over which keys are spread")
                .fixedAtCreation(),
            SystemOption.integer(
                    REPLICAS,
                    "",
                    1,
                    1_000,
                    "nodes that hold a shard; by default nodes divided by shards, but at least %d,"
                            .formatted(CLIQUE_SEALERS)
                        + " under quorum-qbft %d, so that one may be down".formatted(QBFT_SEALERS))
                .fixedAtCreation(),
            SystemOption.choice(
                    LAYOUT, List.of("storage", "code", "log"), "where the contract keeps values")
                .fixedAtCreation(),
            SystemOption.integer(PERIOD, "1", 1, 600, "seconds between two blocks")
                .fixedAtCreation(),
            SystemOption.integer(
                    START_DELAY,
                    "10",
                    0,
                    600,
                    "seconds from the making of the chains to the first block")
                .fixedAtCreation(),
            SystemOption.integer(
                    BLOCK_GAS, "300000000", 1_000_000, 10_000_000_000L, "gas limit of a block")
                .fixedAtCreation(),
            SystemOption.integer(
                    ACCOUNTS, "2", 1, 64, "accounts from which a node sends, in each shard")
                .fixedAtCreation(),
            SystemOption.memory("node.heap", "512m", "a node's heap"),
            SystemOption.text(
                "node.jvm",
                "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING + " " + JvmFlags.LATE_OPTIMISING,
                "further options of a node's JVM"),
            SystemOption.program(GethProgram.DESCRIPTION, "the geth to run"),
            SystemOption.program(
                QuorumProgram.DESCRIPTION, "the geth of GoQuorum to run, under quorum-qbft"),
            SystemOption.text("node.*", "", "any other property of a node, by its name"),
            SystemOption.text(
                GethNode.FLAGS_PREFIX + "*", "", "any other flag of geth, as in geth.cache")));
    return options;
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        new CountedByShard(
            "writes in the chains' blocks",
            servers.portsEndingIn("-metrics"),
            "blockchaindb_writes"));
  }

  /**
   * Clique has no finality: a reorganisation may take back what was read. A session doesn't hold
   * while nodes catch up, nor over several shards, whose blocks have no order.
   */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return cluster.get(CHAIN).equals(CLIQUE) ? Optional.empty() : Optional.of(Model.COMMITTED);
  }

  /** The keys, the chains' first blocks and the cluster file come from the server's own command. */
  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        new Keygen(
            "for which this makes properties only: its server's own command 'network' makes the"
                + " keys",
            false,
            List.of(),
            BlockchainDbSystem::writeProperties));
  }

  private static void writeProperties(ClusterFiles files) {
    for (int n : files.numbers()) {
      String accounts = files.installed("node" + n, "accounts.properties");
      files.writeNode(n, Map.of("accounts.file", accounts));
    }
    files.writeClient(Map.of("blockchaindb.cluster", files.installed(ClusterFiles.CLUSTER_FILE)));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    PlanParts plan = new PlanParts();
    Path geth =
        plan.program(
            isClique(context) ? GethProgram.DESCRIPTION : QuorumProgram.DESCRIPTION, context);
    Placement placement = placement(context);
    makeKeys(context, placement);
    for (int node = 1; node <= context.nodes(); node++) {
      for (int shard : placement.heldBy(node)) {
        addChain(context, geth(context, node, shard), geth, plan);
      }
      addNode(context, node, plan);
    }
    Map<String, String> client = Map.of("blockchaindb.cluster", clusterFile(context).toString());
    return plan.finish(context, client, commands(context));
  }

  private static boolean isClique(PlanContext context) {
    return context.settings().get(CHAIN).equals(CLIQUE);
  }

  /** Either geth answers calls at a secret path only, since they let its node administer it. */
  private static void addChain(PlanContext context, GethNode node, Path program, PlanParts plan) {
    Path config = GethConfig.file(context, node.name());
    if (isClique(context)) {
      plan.files().put(config, node.config());
      plan.processes().add(node.process(CHAINS, program));
    } else {
      GoQuorumNode sealer =
          new GoQuorumNode(
              node.name(), "chain", CHAINS, "eth,admin", GoQuorumNode.SEALS, List.of());
      String calls = GethConfig.calls(GethConfig.secretPath(context, node.name()));
      plan.files().put(config, calls + sealer.config(context));
      plan.processes().add(sealer.process(context, program, context.settings().get(BLOCK_GAS)));
    }
  }

  private static Placement placement(PlanContext context) {
    Settings settings = context.settings();
    int shards = (int) settings.getLong(SHARDS);
    return settings.isSet(REPLICAS)
        ? new Placement(context.nodes(), shards, (int) settings.getLong(REPLICAS))
        : Placement.sparing(
            context.nodes(), shards, isClique(context) ? CLIQUE_SEALERS : QBFT_SEALERS);
  }

  private static GethNode geth(PlanContext context, int node, int shard) {
    return new GethNode(
        "geth" + node + (shard == 1 ? "" : "-shard" + shard),
        "node" + node,
        placement(context).replicas() - 1,
        context);
  }

  private static Path clusterFile(PlanContext context) {
    return context.directory().resolve("cluster.json");
  }

  private static String address(PlanContext context, int node) {
    return context.address("node" + node);
  }

  private static List<String> command(PlanContext context, String verb) {
    List<String> command = new ArrayList<>(context.home().serverJvm(NAME));
    command.addAll(JvmFlags.ofCommand(verb));
    command.addAll(List.of("-cp", context.home().serverClassPath(NAME), MAIN, verb));
    return command;
  }

  /** By the server's own command, which keeps the keys that exist. */
  private static void makeKeys(PlanContext context, Placement placement) {
    Settings settings = context.settings();
    List<String> command = command(context, "network");
    command.addAll(List.of("--directory", context.directory().toString()));
    command.addAll(List.of("--layout", settings.get(LAYOUT), "--period-s", settings.get(PERIOD)));
    command.addAll(
        List.of("--block-gas", settings.get(BLOCK_GAS), "--accounts", settings.get(ACCOUNTS)));
    command.addAll(List.of("--start-delay-s", settings.get(START_DELAY)));
    command.addAll(
        List.of(
            "--consensus", isClique(context) ? CLIQUE : "qbft", "--round-s", settings.get(ROUND)));
    command.addAll(
        List.of(
            "--nodes",
            IntStream.rangeClosed(1, context.nodes())
                .mapToObj(node -> address(context, node))
                .collect(Collectors.joining(","))));
    for (int shard = 1; shard <= placement.shards(); shard++) {
      List<Integer> holders = placement.holders(shard);
      command.addAll(List.of("--shard-nodes", joined(holders.stream().map(String::valueOf), ",")));
      int of = shard;
      command.addAll(
          List.of(
              "--shard-peers",
              joined(holders.stream().map(node -> peerPorts(context, node, holders, of)), "/")));
    }
    NetworkCommand.run(command);
  }

  /** The ports at which a node's geth finds the other geths of a shard. */
  private static String peerPorts(PlanContext context, int from, List<Integer> holders, int shard) {
    return joined(
        holders.stream()
            .map(to -> Integer.toString(geth(context, to, shard).peerPort("node" + from))),
        ",");
  }

  private static String joined(Stream<String> parts, String separator) {
    return parts.collect(Collectors.joining(separator));
  }

  private static Path config(PlanContext context, int node) {
    return context.directoryOf("node" + node).resolve("node.properties");
  }

  private static void addNode(PlanContext context, int node, PlanParts plan) {
    String name = "node" + node;
    plan.files()
        .put(
            config(context, node),
            PropertiesText.of("The node's configuration.", properties(context, node)));
    List<String> command = new ArrayList<>(context.home().serverJvm(NAME));
    command.add("-Xmx" + context.settings().get("node.heap"));
    command.addAll(JvmFlags.split(context.settings().get("node.jvm")));
    command.addAll(JvmFlags.OF_SERVERS);
    command.addAll(List.of("-cp", context.home().serverClassPath(NAME), MAIN));
    command.addAll(List.of("serve", "--config", config(context, node).toString()));
    String ready =
        "node %s ready on %s".formatted(Pattern.quote(name), Pattern.quote(address(context, node)));
    plan.processes()
        .add(
            context.process(
                name, "node", NODES, command, new Readiness.LogLine(ready), name + "-metrics"));
  }

  static SortedMap<String, String> properties(PlanContext context, int node) {
    Path dir = context.directoryOf("node" + node);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("node.name", "node" + node);
    properties.put("node.listen", address(context, node));
    properties.put("metrics.listen", context.address("node" + node + "-metrics"));
    properties.put("cluster.file", clusterFile(context).toString());
    properties.put(PERIOD, context.settings().get(PERIOD));
    properties.put("accounts.file", dir.resolve("accounts.properties").toString());
    properties.put("data.dir", dir.resolve("data").toString());
    for (int shard : placement(context).heldBy(node)) {
      properties.put("shard" + shard + ".rpc", geth(context, node, shard).rpc());
    }
    for (SystemOption option : NODE_OPTIONS) {
      if (context.settings().isSet(option.name())) {
        properties.put(option.name(), context.settings().get(option.name()));
      }
    }
    properties.putAll(context.settings().under(NODE_PREFIX));
    return properties;
  }

  static Map<String, List<String>> commands(PlanContext context) {
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, NAME));
    List<String> verify = command(context, "verify");
    verify.addAll(List.of("--cluster", clusterFile(context).toString()));
    verify.addAll(List.of("--state", context.stateFile().toString()));
    commands.put("verify", verify);
    List<String> audit = command(context, "audit");
    audit.addAll(List.of("--cluster", clusterFile(context).toString()));
    for (int node = 1; node <= context.nodes(); node++) {
      audit.addAll(List.of("--node-config", config(context, node).toString()));
    }
    commands.put("audit", audit);
    return commands;
  }
}
