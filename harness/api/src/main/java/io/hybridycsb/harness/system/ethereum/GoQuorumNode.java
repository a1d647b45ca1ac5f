package io.hybridycsb.harness.system.ethereum;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PlanContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process of GoQuorum, in whose directory its first block and its data with its key lie.
 *
 * @param name of the process
 * @param role of the process
 * @param stage of the process
 * @param calls namespaces of the calls that it answers
 * @param consensus flags that choose it
 * @param furtherPorts uses of ports, beside the calls' and the peers'
 */
public record GoQuorumNode(
    String name,
    String role,
    int stage,
    String calls,
    List<String> consensus,
    List<String> furtherPorts) {
  /** Flags under IBFT and QBFT, whose parameters are in the first block. */
  public static final List<String> SEALS = List.of("--mine", "--miner.threads=1");

  /** The use of the port at which a node's peers find it. */
  public static final String PEER = "-p2p";

  /** Options that are flags of its own begin so. */
  public static final String FLAGS_PREFIX = "geth.";

  /** By default, which may be too few. */
  private static final int PEERS_MIN = 50;

  private static final int POOL_SLOTS = 65_536;

  /**
   * The process.
   *
   * @param program to run
   * @param gas limit of a block
   */
  public ProcessSpec process(PlanContext context, Path program, String gas) {
    Path dir = context.directoryOf(name);
    List<String> init =
        List.of(
            program.toString(),
            "init",
            "--datadir=" + data(context, name),
            dir.resolve("genesis.json").toString());
    List<String> ports = new ArrayList<>(List.of(name + PEER));
    ports.addAll(furtherPorts);
    return context
        .process(
            name,
            role,
            stage,
            command(context, program, gas),
            new Readiness.Connects("127.0.0.1", context.ports().port(name)),
            ports.toArray(String[]::new))
        .withSetup(List.of(new SetupCommand("init-chain", init)), List.of())
        // Without a manager of private transactions.
        .withEnvironment(Map.of("PRIVATE_CONFIG", "ignore"));
  }

  /** Where the node of this name keeps its data. */
  public static Path data(PlanContext context, String name) {
    return context.directoryOf(name).resolve("data");
  }

  /** The section of its configuration file about its peers. */
  public String config(PlanContext context) {
    return "[Node.P2P]%n".formatted() + GethConfig.listenAddress(context, name);
  }

  private List<String> command(PlanContext context, Path program, String gas) {
    String rpcPort = Integer.toString(context.ports().port(name));
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(
        List.of(
            "--config=" + GethConfig.file(context, name),
            "--datadir=" + data(context, name),
            "--nodiscover",
            "--nat=none",
            "--netrestrict=127.0.0.0/8",
            "--maxpeers=" + Math.max(PEERS_MIN, 2 * context.nodes()),
            "--ipcdisable",
            "--http",
            "--http.addr=127.0.0.1",
            "--http.port=" + rpcPort,
            "--http.api=" + calls,
            // Tells clients of new blocks, at the port of the calls.
            "--ws",
            "--ws.addr=127.0.0.1",
            "--ws.port=" + rpcPort,
            "--ws.api=eth",
            "--syncmode=full",
            // In the other modes a SIGKILL of all nodes loses the newest blocks.
            "--gcmode=archive",
            "--cache=256",
            // A second copy of the state, for reads that don't occur here.
            "--snapshot=false",
            "--miner.gaslimit=" + gas,
            "--miner.gastarget=" + gas,
            "--txpool.accountslots=4096",
            "--txpool.accountqueue=4096",
            "--txpool.globalslots=" + POOL_SLOTS,
            "--txpool.globalqueue=" + POOL_SLOTS,
            "--verbosity=2"));
    command.addAll(consensus);
    context
        .settings()
        .flags(FLAGS_PREFIX)
        .forEach((flag, value) -> command.add("--" + flag + "=" + value));
    return command;
  }
}
