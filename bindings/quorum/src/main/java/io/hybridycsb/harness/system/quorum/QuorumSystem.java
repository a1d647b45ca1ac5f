package io.hybridycsb.harness.system.quorum;

import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.KeyFiles;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.ethereum.GethConfig;
import io.hybridycsb.harness.system.ethereum.GoQuorumNode;
import io.hybridycsb.harness.system.ethereum.QuorumProgram;
import io.hybridycsb.settings.Property;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Quorum: nodes that agree on each block of one chain, whose contract keeps the records. */
public final class QuorumSystem implements SystemDescription {
  /** Calls {@code writes()} of the contract at the address that it has in the first block. */
  private static final String COUNT =
      """
      {"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params":
        [{"to": "0x0000000000000000000000000000000000b10cdb", "data": "0xc4b5c133"}, "latest"]}
      """;

  private static final String NAME = "quorum";
  private static final String MAIN = "io.hybridycsb.quorum.command.QuorumMain";

  /** Reads, and transactions that their senders have signed. */
  private static final String CALLS = "eth";

  private static final String RAFT_PORT = "-raft";
  private static final String CONSENSUS = "consensus";
  private static final String RAFT = "raft";

  /** GoQuorum has no option for the address of this port. */
  private static final String RAFT_IS_OPEN =
      "warning: under Raft each node has a port on all interfaces at which it asks nobody who he"
          + " is: whoever reaches it can change the chain; qbft and ibft have none";

  /** The directory of Raft's log, in that of a node's data. */
  private static final String RAFT_LOG = "raft-wal";

  private static final String REPAIR_LOG = "repair-log";
  private static final String LAYOUT = "layout";
  private static final String PERIOD = "block.period.s";
  private static final String ROUND = "round.timeout.s";
  private static final String RAFT_BLOCK = "raft.block.ms";
  private static final String BLOCK_GAS = "block.gas";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    return List.of(
        Property.choice(CONSENSUS, List.of("qbft", "ibft", RAFT), "how nodes agree on a block")
            .fixed(),
        Property.choice(LAYOUT, List.of("storage", "code"), "where the contract keeps values")
            .fixed(),
        Property.number(PERIOD, "1", 1, 600, "seconds between two blocks of IBFT or QBFT").fixed(),
        Property.number(
                ROUND,
                "2",
                1,
                600,
                "seconds without a block until another node proposes one, in IBFT or QBFT")
            .fixed(),
        Property.number(
            RAFT_BLOCK, "50", 1, 60_000, "milliseconds between two blocks of Raft, at least"),
        Property.number(BLOCK_GAS, "300000000", 1_000_000, 10_000_000_000L, "gas limit of a block")
            .fixed(),
        QuorumProgram.PROGRAM.asOption("the geth of GoQuorum to run"),
        Property.any(GoQuorumNode.FLAGS_PREFIX, "any other flag of geth, as in geth.cache"));
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(
        ycsbProperties.getOrDefault("quorum.read", "session").equals("linearizable")
            ? Model.LINEARIZABLE
            : Model.PROCESS_SESSION);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        new CountedByServer(
            RecordedWrites.Kept.BY_ALL_FOREVER,
            "writes in the chain's blocks",
            servers.portsBeside(GoQuorumNode.PEER),
            QuorumSystem::writes));
  }

  /** The contract's own count of its writes, in a node's newest block. */
  private static long writes(int port) throws IOException, InterruptedException {
    String result = Loopback.PLAIN.post(port, "/", COUNT).path("result").asText();
    if (result.length() <= 2) {
      throw new IOException("a node tells no number of writes");
    }
    return new BigInteger(result.substring(2), 16).longValueExact();
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    PlanParts plan = new PlanParts();
    Path program = plan.program(QuorumProgram.PROGRAM, context);
    if (isRaft(context)) {
      context.progress().accept(RAFT_IS_OPEN);
    }
    List<String> names = NodeNames.of(context.nodes());
    List<String> network = command(context, "network");
    network.addAll(networkArguments(context, names));
    KeyFiles.makeBy(network);
    String gas = context.settings().get(BLOCK_GAS);
    for (String name : names) {
      GoQuorumNode node = node(context, name);
      plan.files().put(GethConfig.file(context, name), node.config(context));
      ProcessSpec process = node.process(context, program, gas);
      plan.processes().add(process.withBeforeRestart(beforeRestart(context, name)));
    }
    Map<String, String> client = Map.of("quorum.cluster", clusterFile(context).toString());
    return plan.finish(context, client, commands(context));
  }

  private static Path clusterFile(PlanContext context) {
    return context.directory().resolve("cluster.json");
  }

  private static List<String> command(PlanContext context, String verb) {
    return context.home().commandOf(NAME, MAIN, verb);
  }

  private static Map<String, List<String>> commands(PlanContext context) {
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, NAME));
    for (String name : List.of("verify", "audit")) {
      List<String> command = command(context, name);
      command.addAll(List.of("--cluster", clusterFile(context).toString()));
      commands.put(name, command);
    }
    commands.get("verify").addAll(List.of("--state", context.stateFile().toString()));
    return commands;
  }

  /** GoQuorum doesn't start with a log whose last record a kill has left half written. */
  private static List<SetupCommand> beforeRestart(PlanContext context, String name) {
    if (!isRaft(context)) {
      return List.of();
    }
    List<String> repair = command(context, REPAIR_LOG);
    repair.add(GoQuorumNode.data(context, name).resolve(RAFT_LOG).toString());
    return List.of(new SetupCommand(REPAIR_LOG, repair));
  }

  private static boolean isRaft(PlanContext context) {
    return context.settings().get(CONSENSUS).equals(RAFT);
  }

  private static GoQuorumNode node(PlanContext context, String name) {
    if (!isRaft(context)) {
      return new GoQuorumNode(name, "node", 0, CALLS, GoQuorumNode.SEALS, List.of());
    }
    List<String> raft =
        List.of(
            "--raft",
            "--raftport=" + context.ports().port(name + RAFT_PORT),
            "--raftblocktime=" + context.settings().get(RAFT_BLOCK));
    return new GoQuorumNode(name, "node", 0, CALLS, raft, List.of(name + RAFT_PORT));
  }

  private static List<String> networkArguments(PlanContext context, List<String> names) {
    Settings settings = context.settings();
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--directory", context.directory().toString()));
    arguments.addAll(List.of("--consensus", settings.get(CONSENSUS)));
    arguments.addAll(List.of("--layout", settings.get(LAYOUT)));
    arguments.addAll(List.of("--period-s", settings.get(PERIOD), "--round-s", settings.get(ROUND)));
    arguments.addAll(List.of("--block-gas", settings.get(BLOCK_GAS)));
    arguments.addAll(
        List.of("--rpc", names.stream().map(context::address).collect(Collectors.joining(","))));
    arguments.addAll(
        List.of(
            "--peers",
            names.stream()
                .map(from -> peers(context, from, names))
                .collect(Collectors.joining("/"))));
    if (isRaft(context)) {
      arguments.addAll(
          List.of(
              "--raft-ports",
              names.stream()
                  .map(name -> Integer.toString(context.ports().port(name + RAFT_PORT)))
                  .collect(Collectors.joining(","))));
    }
    return arguments;
  }

  private static String peers(PlanContext context, String from, List<String> names) {
    return names.stream()
        .map(to -> context.links().address(from, to, to + GoQuorumNode.PEER))
        .collect(Collectors.joining(","));
  }
}
