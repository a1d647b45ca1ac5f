package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.process.Partner;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Tendermint 0.31 chain: one validator per node of a system, all of the same power, each
 * connected to each. A validator connects to its application over the socket, and ends when that
 * closes.
 */
public final class TendermintChain {
  public static final String SETTINGS_PREFIX = "tendermint.";
  public static final String TEMPLATE = "tendermint-config.toml";

  /** Tendermint's own default. */
  private static final int MEMPOOL_CACHE = 10_000;

  /** Any past moment will do; a fixed one, so that planning anew gives the same plan. */
  private static final String GENESIS_TIME = "2024-01-01T00:00:00Z";

  /** Tendermint takes no longer one. */
  private static final int CHAIN_ID_CHARS_MAX = 50;

  private final PlanContext context;
  private final List<String> names;
  private final Map<String, byte[]> publicKeys = new LinkedHashMap<>();
  private final Map<String, String> peerIds = new LinkedHashMap<>();

  /**
   * Makes the validators' keys unless they exist.
   *
   * @param names of the validators
   */
  public TendermintChain(List<String> names, PlanContext context) {
    this.context = context;
    this.names = List.copyOf(names);
    ObjectNode nothingSigned = nothingSigned();
    for (String name : names) {
      Path config = home(name).resolve("config");
      publicKeys.put(
          name,
          CometBftKeys.validatorKey(
              config.resolve("priv_validator_key.json"),
              home(name).resolve("data").resolve("priv_validator_state.json"),
              nothingSigned));
      peerIds.put(name, CometBftKeys.nodeId(config.resolve("node_key.json")));
    }
  }

  /** Where CometBFT writes a number, Tendermint writes a text. */
  public static ObjectNode nothingSigned() {
    return CometBftKeys.nothingSigned().put("round", "0");
  }

  /** How many transactions a validator remembers, so that it takes none twice. */
  public static int mempoolCache(int validators) {
    return validators == 1 ? 0 : MEMPOOL_CACHE;
  }

  public static List<SystemOption> options() {
    return List.of(
        SystemOption.text(
            TendermintProgram.OPTION,
            "",
            "the tendermint to run; otherwise $%s, the PATH's, one built with Go"
                .formatted(TendermintProgram.VARIABLE)),
        SystemOption.text(
            SETTINGS_PREFIX + "*",
            "",
            "any setting of Tendermint's config.toml, as in tendermint.consensus.timeout_commit"));
  }

  private Path home(String name) {
    return context.directoryOf(name);
  }

  private String address(String use) {
    return "127.0.0.1:" + context.ports().port(use);
  }

  /** Of a validator's RPC. */
  public int rpcPort(String name) {
    return context.ports().port(name);
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
   * @param applications the process that each validator's application is, and where it listens
   * @param others what each application itself ends with
   */
  public void addTo(
      PlanParts plan, int stage, Map<String, Partner> applications, Map<String, Partner> others) {
    GoProgram programs = GoProgram.ofThisMachine(TendermintProgram.DESCRIPTION, context.progress());
    Path program = programs.find(context.settings().get(TendermintProgram.OPTION));
    plan.versions().put("Tendermint", programs.versionOf(program));
    String genesis =
        genesis(context.directory().getFileName().toString(), publicKeys).toPrettyString() + "\n";
    for (String name : names) {
      Partner application = applications.get(name);
      Path config = home(name).resolve("config");
      plan.files().put(config.resolve("genesis.json"), genesis);
      plan.files().put(config.resolve("config.toml"), config(name, application));
      plan.processes().add(process(name, stage, program, List.of(application, others.get(name))));
    }
  }

  private String config(String name, Partner application) {
    Map<String, ?> values =
        Map.of(
            "name",
            name,
            "application",
            "127.0.0.1:" + application.port(),
            "rpc",
            address(name),
            "peer",
            address(peerPort(name)),
            "cache",
            mempoolCache(names.size()),
            "peers",
            names.stream()
                .filter(other -> !other.equals(name))
                .map(other -> peerIds.get(other) + "@" + peerAddress(name, other))
                .collect(Collectors.joining(",")));
    return CometBftConfig.text(
        "Tendermint", TEMPLATE, values, context.settings().under(SETTINGS_PREFIX));
  }

  /** It ends when it has the next block and nobody to execute it. */
  private ProcessSpec process(String name, int stage, Path program, List<Partner> endsWith) {
    return new ProcessSpec(
        name,
        "validator",
        stage,
        List.of(program.toString(), "node", "--home", home(name).toString()),
        Map.of(),
        home(name),
        address(name),
        List.of(rpcPort(name), context.ports().port(peerPort(name))),
        new Readiness.AnswersHttp("127.0.0.1", rpcPort(name), "/status"),
        List.of(),
        List.of(),
        endsWith);
  }

  /**
   * The file {@code genesis.json}. Numbers of 64 bits are texts in Tendermint's JSON.
   *
   * @param chain the chain's name, which is cut to what Tendermint takes
   * @param publicKeys the validators' raw keys of 32 bytes, by their names
   */
  public static ObjectNode genesis(String chain, Map<String, byte[]> publicKeys) {
    ObjectNode genesis = JsonNodeFactory.instance.objectNode();
    genesis.put("genesis_time", GENESIS_TIME);
    genesis.put("chain_id", chain.substring(0, Math.min(chain.length(), CHAIN_ID_CHARS_MAX)));
    ArrayNode validators = genesis.putArray("validators");
    publicKeys.forEach(
        (validator, publicKey) ->
            validators
                .addObject()
                .put("address", CometBftKeys.addressOf(publicKey))
                .put("power", "10")
                .put("name", validator)
                .set("pub_key", CometBftKeys.publicKey(publicKey)));
    genesis.put("app_hash", "");
    return genesis;
  }
}
