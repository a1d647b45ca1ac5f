package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.ClusterFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "keygen",
    mixinStandardHelpOptions = true,
    description = {
      // The list of commands shows the first of these alone.
      "Make the keys and files of a cluster in containers or on several machines.",
      "Keys that exist are kept, and what validators have signed; other files are written anew.",
      "In texts, {n} stands for a node's number, from 1, and {node} for its name, node1."
    })
final class KeygenCommand implements Callable<Integer> {
  private static final String HOST_PORT =
      "[^:\\s]+:([0-9]{1,5}|[0-9{}a-z]*\\{(n|from)}[0-9{}a-z]*)";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SYSTEM",
      description = {
        "veritas-kafka, veritas-tm, bigchaindb, fabric (whose own tools then make its keys), or",
        "blockchaindb (for which this makes properties only: its server's own command 'network'",
        "makes the keys)."
      })
  private String system;

  @Option(
      names = "--directory",
      required = true,
      paramLabel = "DIR",
      description = "Where to make them.")
  private Path directory;

  @Option(
      names = "--installed-at",
      paramLabel = "DIR",
      description = "What the cluster's processes will know the directory as, if not the same.")
  private Path installedAt;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "The cluster's name, which signatures are bound to (default: SYSTEM).")
  private String cluster;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--node-address",
      paramLabel = "HOST:PORT",
      defaultValue = "{node}:7000",
      description = "Where clients find a node (default: ${DEFAULT-VALUE}).")
  private String nodeAddress;

  @Option(
      names = "--timestamp-oracle",
      paramLabel = "HOST:PORT",
      defaultValue = "tso:7100",
      description = "For veritas-kafka (default: ${DEFAULT-VALUE}).")
  private String timestampOracle;

  @Option(
      names = "--approval-policy",
      paramLabel = "POLICY",
      defaultValue = "all",
      description = "For veritas-kafka: all or majority (default: ${DEFAULT-VALUE}).")
  private String approvalPolicy;

  @Option(
      names = "--validator-address",
      paramLabel = "HOST:PORT",
      defaultValue = "validator{n}:26656",
      description = {
        "For veritas-tm and bigchaindb: where validators find each other; {from} stands for the",
        "number of the one that asks (default: ${DEFAULT-VALUE})."
      })
  private String validatorAddress;

  @Option(
      names = "--application",
      paramLabel = "HOST:PORT",
      defaultValue = "{node}:26658",
      description = {
        "For veritas-tm and bigchaindb: where a validator finds its node",
        "(default: ${DEFAULT-VALUE})."
      })
  private String application;

  @Option(
      names = "--validator-rpc",
      paramLabel = "HOST:PORT",
      defaultValue = "validator{n}:26657",
      description = "For bigchaindb: where a node finds its validator (default: ${DEFAULT-VALUE}).")
  private String validatorRpc;

  @Option(
      names = "--peer-address",
      paramLabel = "HOST:PORT",
      defaultValue = "{node}:7051",
      description = "For fabric: where peers find each other (default: ${DEFAULT-VALUE}).")
  private String peerAddress;

  @Option(
      names = "--orderer-address",
      paramLabel = "HOST:PORT",
      defaultValue = "orderer{n}:7050",
      description = {
        "For fabric: where peers and orderers find an orderer; {n} is its number",
        "(default: ${DEFAULT-VALUE})."
      })
  private String ordererAddress;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = {
        "A property of each node, such as data.dir=/data/{node}; for bigchaindb and fabric an option",
        "that 'hybrid up' knows, such as workers=10 or endorsement=any."
      })
  private Map<String, String> nodeProperties = new LinkedHashMap<>();

  @Override
  public Integer call() {
    Consumer<ClusterFiles> maker = maker();
    check();
    ClusterFiles files =
        new ClusterFiles(
            cluster == null ? system : cluster,
            directory,
            (installedAt == null ? directory : installedAt).toAbsolutePath(),
            nodes,
            nodeAddress,
            nodeProperties);
    maker.accept(files);
    Output.line(
        spec.commandLine().getOut(),
        "the files of %d nodes of %s are in %s".formatted(nodes, system, directory));
    return 0;
  }

  private Consumer<ClusterFiles> maker() {
    return switch (system) {
      case "veritas-kafka" -> files -> files.veritasKafka(approvalPolicy, timestampOracle);
      case "veritas-tm" -> files -> files.veritasTm(validatorAddress, "tcp://" + application);
      case "bigchaindb" -> files -> files.bigchainDb(validatorAddress, validatorRpc, application);
      case "blockchaindb" -> ClusterFiles::blockchainDb;
      case "fabric" -> files -> files.fabric(peerAddress, ordererAddress);
      default ->
          throw new UsageException(
              "keygen is for veritas-kafka, veritas-tm, bigchaindb, blockchaindb and fabric, not '%s'"
                  .formatted(system));
    };
  }

  private void check() {
    if (nodes < 1 || nodes > 100) {
      throw new UsageException("--nodes is from 1 to 100, not " + nodes);
    }
    if (!approvalPolicy.equals("all") && !approvalPolicy.equals("majority")) {
      throw new UsageException("--approval-policy is all or majority, not " + approvalPolicy);
    }
    Map<String, String> addresses =
        Map.of(
            "--node-address", nodeAddress,
            "--timestamp-oracle", timestampOracle,
            "--validator-address", validatorAddress,
            "--application", application,
            "--validator-rpc", validatorRpc,
            "--peer-address", peerAddress,
            "--orderer-address", ordererAddress);
    addresses.forEach(
        (option, address) -> {
          if (!address.matches(HOST_PORT)) {
            throw new UsageException("%s is HOST:PORT, not '%s'".formatted(option, address));
          }
        });
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UsageException("cannot make the directory " + directory + ": " + e, e);
    }
  }
}
