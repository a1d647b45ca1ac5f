package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Partner;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A CometBFT chain: one validator per node of a system, all of the same power, each connected to
 * each. A validator connects to its application over the socket, and ends when that closes.
 */
public final class CometBftChain {
  private static final String BLOCK_BYTES_MAX = "cometbft.block.bytes.max";
  private static final String SETTINGS_PREFIX = "cometbft.";
  public static final String TEMPLATE = "cometbft-config.toml";

  private final PlanContext context;
  private final List<String> names;
  private final Map<String, byte[]> publicKeys = new LinkedHashMap<>();
  private final Map<String, String> peerIds = new LinkedHashMap<>();

  /**
   * Makes the validators' keys unless they exist.
   *
   * @param names of the validators
   */
  public CometBftChain(List<String> names, PlanContext context) {
    this.context = context;
    this.names = List.copyOf(names);
    for (String name : names) {
      Path config = home(name).resolve("config");
      publicKeys.put(
          name,
          CometBftKeys.validatorKey(
              config.resolve("priv_validator_key.json"),
              validatorState(name),
              CometBftKeys.nothingSigned()));
      peerIds.put(name, CometBftKeys.nodeId(config.resolve("node_key.json")));
    }
  }

  public static List<SystemOption> options() {
    return List.of(
        SystemOption.text(
            CometBftProgram.OPTION,
            "",
            "the cometbft to run; otherwise $%s, the PATH's, one built with Go"
                .formatted(CometBftProgram.VARIABLE)),
        SystemOption.integer(
                BLOCK_BYTES_MAX,
                Long.toString(CometBftGenesis.BLOCK_BYTES_MAX_DEFAULT),
                1L << 20,
                100L << 20,
                "bytes of a block of the chain, at most")
            .fixedAtCreation(),
        SystemOption.text(
            SETTINGS_PREFIX + "*",
            "",
            "any setting of CometBFT's config.toml, as in cometbft.consensus.timeout_propose"));
  }

  /** A block must be able to carry a transaction that another option allows. */
  public void requireRoomFor(String option, long bytes) {
    long max = context.settings().getLong(BLOCK_BYTES_MAX) - CometBftGenesis.BLOCK_OVERHEAD_BYTES;
    if (bytes > max) {
      throw new HarnessException(
          "%s is %d, but a block has room for %d bytes; raise %s as well"
              .formatted(option, bytes, max, BLOCK_BYTES_MAX));
    }
  }

  private Path home(String name) {
    return context.directoryOf(name);
  }

  private String address(String use) {
    return "127.0.0.1:" + context.ports().port(use);
  }

  /** HOST:PORT of a validator's RPC. */
  public String rpcAddress(String name) {
    return address(name);
  }

  private static String peerPort(String name) {
    return name + "-p2p";
  }

  /** Where a validator finds another, which may not be where that listens. */
  private String peerAddress(String from, String to) {
    return context.links().address(NodeNames.nodeOf(from), NodeNames.nodeOf(to), peerPort(to));
  }

  /**
   * Adds the validators' files and processes.
   *
   * @param applications HOST:PORT of each validator's application, or the name of one that CometBFT
   *     has built in
   * @param endsWith the processes of the applications, as far as there are
   */
  public void addTo(
      PlanParts plan, int stage, Map<String, String> applications, Map<String, Partner> endsWith) {
    GoProgram programs = GoProgram.ofThisMachine(CometBftProgram.DESCRIPTION, context.progress());
    Path program = programs.find(context.settings().get(CometBftProgram.OPTION));
    plan.versions().put("CometBFT", programs.versionOf(program));
    String genesis = genesis().json().toPrettyString() + "\n";
    for (String name : names) {
      Path config = home(name).resolve("config");
      plan.files().put(config.resolve("genesis.json"), genesis);
      plan.files().put(configFile(name), config(name, applications.get(name), Optional.empty()));
      plan.processes().add(process(name, stage, program, endsWith.get(name)));
    }
  }

  /**
   * A validator's start without data, its keys apart: the files that it has to begin with.
   *
   * @param application as for {@link #addTo}
   */
  public Map<Path, String> freshFiles(String name, String application) {
    List<String> others =
        names.stream().filter(other -> !other.equals(name)).map(this::rpcAddress).toList();
    Optional<CometBftStateSync> sync = CometBftStateSync.find(others);
    context
        .progress()
        .accept(
            sync.isPresent()
                ? name + " gets the state from a snapshot of the others"
                : name + " replays the chain from its first block: no other has a snapshot");
    return Map.of(configFile(name), config(name, application, sync));
  }

  /** All that a validator keeps, without what would let it sign twice. */
  public List<Path> data(String name) {
    Path state = validatorState(name);
    try (Stream<Path> entries = Files.list(state.getParent())) {
      return entries.filter(entry -> !entry.equals(state)).toList();
    } catch (IOException e) {
      throw new HarnessException("cannot read " + state.getParent() + ": " + e.getMessage(), e);
    }
  }

  private Path validatorState(String name) {
    return home(name).resolve("data").resolve("priv_validator_state.json");
  }

  private Path configFile(String name) {
    return home(name).resolve("config").resolve("config.toml");
  }

  private String config(String name, String application, Optional<CometBftStateSync> sync) {
    Map<String, ?> values =
        Map.of(
            "statesync", sync.isPresent(),
            "statesyncServers", sync.map(from -> String.join(",", from.servers())).orElse(""),
            "trustHeight", sync.map(CometBftStateSync::trustHeight).orElse(0L),
            "trustHash", sync.map(CometBftStateSync::trustHash).orElse(""),
            "name", name,
            "application", application,
            "rpc", address(name),
            "peer", address(peerPort(name)),
            "peers",
                names.stream()
                    .filter(other -> !other.equals(name))
                    .map(other -> peerIds.get(other) + "@" + peerAddress(name, other))
                    .collect(Collectors.joining(",")));
    return CometBftConfig.text(
        "CometBFT", TEMPLATE, values, context.settings().under(SETTINGS_PREFIX));
  }

  private ProcessSpec process(String name, int stage, Path program, Partner endsWith) {
    List<Integer> ports = List.of(context.ports().port(name), context.ports().port(peerPort(name)));
    List<String> command =
        new ArrayList<>(List.of(program.toString(), "start", "--home", home(name).toString()));
    return new ProcessSpec(
        name,
        "validator",
        stage,
        command,
        Map.of(),
        home(name),
        address(name),
        ports,
        new Readiness.AnswersHttp("127.0.0.1", ports.get(0), "/status"),
        List.of(),
        List.of(),
        endsWith == null ? List.of() : List.of(endsWith));
  }

  private CometBftGenesis genesis() {
    return new CometBftGenesis(
        context.directory().getFileName().toString(),
        context.settings().getLong(BLOCK_BYTES_MAX),
        publicKeys);
  }

  /**
   * The cluster file's {@code validators}: who signs the chain.
   *
   * @param members what each validator is called there
   */
  public void describe(ObjectNode validators, Map<String, String> members) {
    genesis().describe(validators, members);
  }
}
