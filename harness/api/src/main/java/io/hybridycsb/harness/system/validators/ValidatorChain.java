package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A chain with one validator per node, all of equal power and connected to each other. A validator
 * connects to its application by a socket, and ends when that closes.
 */
public final class ValidatorChain {
  /**
   * In the answer to {@code /status}. The first block needs no transaction, but two thirds of the
   * validators, which have to find each other.
   */
  private static final String FIRST_BLOCK = "\"latest_block_height\":\\s*\"[1-9]";

  private final ChainKind kind;
  private final PlanContext context;
  private final List<String> names;
  private final ValidatorFiles files;

  /**
   * Makes the validators' keys unless they exist.
   *
   * @param names of the validators
   */
  ValidatorChain(ChainKind kind, List<String> names, PlanContext context) {
    this.kind = kind;
    this.context = context;
    this.names = List.copyOf(names);
    String cluster = context.directory().getFileName().toString();
    this.files = new ValidatorFiles(kind, cluster, names, context.directory());
  }

  /** HOST:PORT of a validator's RPC. */
  public String rpcAddress(String name) {
    return context.address(name);
  }

  /** The file of the private key by which a validator signs. */
  public Path key(String name) {
    return files.key(name);
  }

  private static String peerPort(String name) {
    return name + "-p2p";
  }

  /** Where a validator finds another one: at a proxy, or where it listens. */
  private String peerAddress(String from, String to) {
    return context.links().address(NodeNames.nodeOf(from), NodeNames.nodeOf(to), peerPort(to));
  }

  /**
   * Adds the validators' files and processes.
   *
   * @param applications each validator's application: its address in the form of the configuration,
   *     or the name of a built-in one
   * @param endsWith the processes that each validator ends with, if any
   */
  public void addTo(
      PlanParts plan,
      int stage,
      Map<String, String> applications,
      Map<String, List<NeededProcess>> endsWith) {
    Path program = plan.program(kind.program(), context);
    String genesis = files.genesis();
    for (String name : names) {
      plan.files().put(files.genesisFile(name), genesis);
      plan.files().putAll(config(name, applications.get(name), Map.of()));
      plan.processes().add(process(name, stage, program, endsWith.getOrDefault(name, List.of())));
    }
  }

  /** A validator's data, except the record that keeps it from signing twice. */
  public List<Path> data(String name) {
    Path state = files.state(name);
    return Disk.list(state.getParent()).stream().filter(entry -> !entry.equals(state)).toList();
  }

  /** HOST:PORT of the other validators' RPC. */
  List<String> rpcOfOthers(String name) {
    return names.stream().filter(other -> !other.equals(name)).map(this::rpcAddress).toList();
  }

  /**
   * A validator's {@code config.toml}.
   *
   * @param more further values of its variables
   */
  Map<Path, String> config(String name, String application, Map<String, ?> more) {
    Map<String, Object> own = new HashMap<>(more);
    own.put("application", application);
    own.put("rpc", context.address(name));
    own.put("peer", context.address(peerPort(name)));
    return Map.of(
        files.configFile(name),
        files.config(
            name,
            own,
            other -> peerAddress(name, other),
            context.settings().under(kind.settingsPrefix())));
  }

  private ProcessSpec process(String name, int stage, Path program, List<NeededProcess> endsWith) {
    return context
        .process(
            name,
            "validator",
            stage,
            List.of(
                program.toString(), kind.verb(), "--home", context.directoryOf(name).toString()),
            new Readiness.ShowsHttp(
                "127.0.0.1", context.ports().port(name), "/status", FIRST_BLOCK),
            peerPort(name))
        .endingWith(endsWith);
  }

  /**
   * The cluster file's {@code validators}: who signs the chain.
   *
   * @param members each validator's name in the cluster file
   */
  public void describe(ObjectNode validators, Map<String, String> members) {
    files.describe(validators, members);
  }
}
