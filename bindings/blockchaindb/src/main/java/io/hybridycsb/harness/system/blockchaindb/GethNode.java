package io.hybridycsb.harness.system.blockchaindb;

import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.ethereum.GethConfig;
import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One sealer of a Clique network, whose keys and genesis block lie in its directory.
 *
 * @param node the node that it belongs to
 * @param others how many other sealers its chain has
 */
record GethNode(String name, String node, int others, PlanContext context) {
  /** The last geth that can seal blocks by proof of authority. */
  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "geth",
          List.of("geth"),
          "geth.program",
          "GETH",
          new GoProgram.Version(
              "version",
              "(?m)^Version: ([0-9]+\\.[0-9]+\\.[0-9]+)",
              "1.13",
              "1.13.15",
              // Older ones don't know the linker's flag below.
              "1.23"),
          new GoProgram.Source(
              List.of("github.com/ethereum/go-ethereum/cmd/geth"),
              GoModule.named("geth"),
              // One of its libraries reaches into the runtime, which newer linkers refuse.
              List.of("-trimpath", "-ldflags=-checklinkname=0 -s -w")));

  static final String FLAGS_PREFIX = "geth.";

  private static final int POOL_SLOTS = 65_536;

  /** The port at which a node's geth finds it; a proxy's port, or the one where it listens. */
  int peerPort(String from) {
    return context.links().port(from, node, name + "-p2p");
  }

  private int rpcPort() {
    return context.ports().port(name);
  }

  /** Where its JSON-RPC is; a secret, since whoever knows it can sign with the sealer's key. */
  String rpc() {
    return "http://127.0.0.1:" + rpcPort() + GethConfig.secretPath(context, name);
  }

  /** The text of its configuration file: its peers, as the server's command has written them. */
  String config() {
    return GethConfig.calls(GethConfig.secretPath(context, name))
        + written("config.toml")
        + GethConfig.listenAddress(context, name);
  }

  ProcessSpec process(int stage, Path program) {
    Path dir = context.directoryOf(name);
    Path data = dir.resolve("data");
    List<String> importKey =
        List.of(
            program.toString(),
            "account",
            "import",
            "--lightkdf",
            "--datadir=" + data,
            "--password=" + dir.resolve("password"),
            dir.resolve("sealer.key").toString());
    List<String> init =
        List.of(
            program.toString(),
            "init",
            "--state.scheme=hash",
            "--datadir=" + data,
            dir.resolve("genesis.json").toString());
    return context
        .process(
            name,
            "chain",
            stage,
            command(program, dir, data),
            new Readiness.Connects("127.0.0.1", rpcPort()),
            name + "-p2p",
            name + "-auth")
        .withSetup(
            List.of(
                new SetupCommand("import-key", importKey), new SetupCommand("init-chain", init)),
            List.of());
  }

  private List<String> command(Path program, Path dir, Path data) {
    String sealer = written("sealer").strip();
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(
        List.of(
            "--config=" + GethConfig.file(context, name),
            "--datadir=" + data,
            "--nodekey=" + dir.resolve("nodekey"),
            "--nodiscover",
            "--nat=none",
            "--netrestrict=127.0.0.0/8",
            // The number of all others: once connected to all of them, geth synchronises at once.
            "--maxpeers=" + Math.max(1, others),
            "--ipcdisable",
            "--authrpc.port=" + context.ports().port(name + "-auth"),
            "--http",
            "--http.addr=127.0.0.1",
            "--http.port=" + rpcPort(),
            "--http.api=eth,admin,debug",
            // Tells its node of new blocks, at the port of the calls.
            "--ws",
            "--ws.addr=127.0.0.1",
            "--ws.port=" + rpcPort(),
            "--ws.api=eth",
            "--rpc.batch-request-limit=0",
            "--rpc.batch-response-max-size=0",
            "--syncmode=full",
            // In the other modes a SIGKILL loses the newest blocks.
            "--state.scheme=hash",
            "--gcmode=archive",
            // MB. With the default, 4096, geth's database takes 590 MB on disk in advance, six
            // times, and as much memory; chains here are small.
            "--cache=256",
            // A second copy of the state, for reads that don't occur here; it costs a third more.
            "--snapshot=false",
            "--mine",
            "--miner.etherbase=" + sealer,
            "--unlock=" + sealer,
            "--password=" + dir.resolve("password"),
            "--allow-insecure-unlock",
            "--miner.recommit=10s",
            "--miner.gasprice=1",
            "--miner.gaslimit=" + context.settings().get(BlockchainDbSystem.BLOCK_GAS),
            "--txpool.pricelimit=1",
            "--txpool.accountslots=4096",
            "--txpool.accountqueue=4096",
            "--txpool.globalslots=" + POOL_SLOTS,
            "--txpool.globalqueue=" + POOL_SLOTS,
            "--verbosity=2"));
    context
        .settings()
        .flags(FLAGS_PREFIX)
        .forEach((flag, value) -> command.add("--" + flag + "=" + value));
    return command;
  }

  /** A file that the server's command has made for it. */
  private String written(String file) {
    return Disk.read(context.directoryOf(name).resolve(file));
  }
}
