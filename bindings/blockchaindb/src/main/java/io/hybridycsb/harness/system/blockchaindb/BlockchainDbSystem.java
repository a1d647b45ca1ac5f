package io.hybridycsb.harness.system.blockchaindb;

import io.hybridycsb.harness.recorded.CountedByShard;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.KeyFiles;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.ethereum.GethConfig;
import io.hybridycsb.harness.system.ethereum.GoQuorumNode;
import io.hybridycsb.harness.system.ethereum.QuorumProgram;
import io.hybridycsb.harness.system.nodes.NodeServers;
import io.hybridycsb.harness.system.nodes.Order;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * BlockchainDB: each node has a server, and for each shard that it holds a geth that seals the
 * shard's chain.
 */
public final class BlockchainDbSystem implements SystemDescription {
  static final String BLOCK_GAS = "block.gas";

  private static final String NAME = "blockchaindb";
  private static final String MAIN = "io.hybridycsb.blockchaindb.server.command.BlockchainDbMain";
  private static final String CHAIN = "chain";
  private static final String CLIQUE = "clique";
  private static final String ROUND = "round.timeout.s";
  private static final String SHARDS = "shards";
  private static final String REPLICAS = "shard.replicas";
  private static final String LAYOUT = "layout";
  private static final String PERIOD = "block.period.s";
  private static final String START_DELAY = "start.delay.s";
  private static final String ACCOUNTS = "accounts";

  /** How many sealers there must be, so that the others go on while one is down. */
  private static final int CLIQUE_SEALERS = 3;

  private static final int QBFT_SEALERS = 4;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options =
        new ArrayList<>(
            Settings.ofNodes(
                "blockchaindb.md",
                "batch.writes.max",
                "batch.linger.ms",
                "account.transactions.max",
                "processing.ms"));
    options.addAll(
        List.of(
            Property.choice(
                    CHAIN,
                    List.of(CLIQUE, "quorum-qbft"),
                    "how a shard's blocks are sealed: by geth's Clique, or by GoQuorum's QBFT")
                .fixed(),
            Property.number(
                    ROUND,
                    "2",
                    1,
                    600,
                    "under quorum-qbft: seconds without a block until another proposes one")
                .fixed(),
            Property.number(SHARDS, "1", 1, 16, "chains over which keys are spread").fixed(),
            Property.number(
                    REPLICAS,
                    "",
                    1,
                    1_000,
                    "nodes that hold a shard; by default nodes divided by shards, but at least %d,"
                            .formatted(CLIQUE_SEALERS)
                        + " under quorum-qbft %d, so that one may be down".formatted(QBFT_SEALERS))
                .fixed(),
            Property.choice(
                    LAYOUT, List.of("storage", "code", "log"), "where the contract keeps values")
                .fixed(),
            Property.number(PERIOD, "1", 1, 600, "seconds between two blocks").fixed(),
            Property.number(
                    START_DELAY,
                    "10",
                    0,
                    600,
                    "seconds from the making of the chains to the first block")
                .fixed(),
            Property.number(
                    BLOCK_GAS, "300000000", 1_000_000, 10_000_000_000L, "gas limit of a block")
                .fixed(),
            Property.number(ACCOUNTS, "2", 1, 64, "accounts from which a node sends, in each shard")
                .fixed(),
            GethNode.PROGRAM.asOption("the geth to run"),
            QuorumProgram.PROGRAM.asOption("the geth of GoQuorum to run, under quorum-qbft"),
            Property.any(GethNode.FLAGS_PREFIX, "any other flag of geth, as in geth.cache")));
    options.addAll(
        NodeServers.options(
            "512m", "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING + " " + JvmFlags.LATE_OPTIMISING));
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
    Path geth = plan.program(isClique(context) ? GethNode.PROGRAM : QuorumProgram.PROGRAM, context);
    Placement placement = placement(context);
    NodeServers servers = servers(context);
    makeKeys(context, servers, placement);
    for (int node = 1; node <= context.nodes(); node++) {
      for (int shard : placement.heldBy(node)) {
        addChain(context, geth(context, node, shard), geth, plan);
      }
      servers.add("node" + node, properties(context, node), Map.of(), plan);
    }
    String clusterFile = servers.clusterFile().toString();
    return plan.finish(context, Map.of("blockchaindb.cluster", clusterFile), commands(context));
  }

  private static boolean isClique(PlanContext context) {
    return context.settings().get(CHAIN).equals(CLIQUE);
  }

  /** Either geth answers calls at a secret path only, since they let its node administer it. */
  private static void addChain(PlanContext context, GethNode node, Path program, PlanParts plan) {
    Path config = GethConfig.file(context, node.name());
    if (isClique(context)) {
      plan.files().put(config, node.config());
      plan.processes().add(node.process(Order.BEFORE_NODES, program));
    } else {
      GoQuorumNode sealer =
          new GoQuorumNode(
              node.name(), "chain", Order.BEFORE_NODES, "eth,admin", GoQuorumNode.SEALS, List.of());
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

  private static NodeServers servers(PlanContext context) {
    return new NodeServers(NAME, MAIN, context);
  }

  /** By the server's own command, which keeps the keys that exist. */
  private static void makeKeys(PlanContext context, NodeServers servers, Placement placement) {
    Settings settings = context.settings();
    List<String> command = servers.command("network");
    command.addAll(List.of("--directory", context.directory().toString()));
    command.addAll(List.of("--layout", settings.get(LAYOUT), "--period-s", settings.get(PERIOD)));
    command.addAll(
        List.of("--block-gas", settings.get(BLOCK_GAS), "--accounts", settings.get(ACCOUNTS)));
    command.addAll(List.of("--start-delay-s", settings.get(START_DELAY)));
    command.addAll(
        List.of(
            "--consensus", isClique(context) ? CLIQUE : "qbft", "--round-s", settings.get(ROUND)));
    command.addAll(List.of("--nodes", String.join(",", servers.addresses().values())));
    for (int shard = 1; shard <= placement.shards(); shard++) {
      List<Integer> holders = placement.holders(shard);
      command.addAll(List.of("--shard-nodes", joined(holders.stream().map(String::valueOf), ",")));
      int of = shard;
      command.addAll(
          List.of(
              "--shard-peers",
              joined(holders.stream().map(node -> peerPorts(context, node, holders, of)), "/")));
    }
    KeyFiles.makeBy(command);
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

  static Map<String, String> properties(PlanContext context, int node) {
    Path dir = context.directoryOf("node" + node);
    Map<String, String> properties = new HashMap<>();
    properties.put(PERIOD, context.settings().get(PERIOD));
    properties.put("accounts.file", dir.resolve("accounts.properties").toString());
    properties.put("data.dir", dir.resolve("data").toString());
    for (int shard : placement(context).heldBy(node)) {
      properties.put("shard" + shard + ".rpc", geth(context, node, shard).rpc());
    }
    return properties;
  }

  static Map<String, List<String>> commands(PlanContext context) {
    NodeServers servers = servers(context);
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, NAME));
    List<String> verify = servers.command("verify");
    verify.addAll(List.of("--cluster", servers.clusterFile().toString()));
    verify.addAll(List.of("--state", context.stateFile().toString()));
    commands.put("verify", verify);
    List<String> audit = servers.command("audit");
    audit.addAll(List.of("--cluster", servers.clusterFile().toString()));
    audit.addAll(servers.configs());
    commands.put("audit", audit);
    return commands;
  }
}
