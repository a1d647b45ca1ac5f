package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The files of a chain's validators, wherever these run. */
final class ValidatorFiles {
  /** The voting power of each validator. */
  private static final long POWER = 10;

  /** A fixed moment in the past, so that a second planning gives the same plan. */
  private static final String GENESIS_TIME = "2024-01-01T00:00:00Z";

  /** The limit of CometBFT and Tendermint. */
  private static final int CHAIN_ID_CHARS_MAX = 50;

  private final ChainKind kind;
  private final String chain;
  private final Path directory;
  private final Map<String, byte[]> publicKeys = new LinkedHashMap<>();
  private final Map<String, String> peerIds = new LinkedHashMap<>();

  /**
   * Makes the validators' keys unless they exist.
   *
   * @param chain its name, which is cut to the program's limit
   * @param names of the validators
   * @param directory the cluster's directory, with each validator's home under its name
   */
  ValidatorFiles(ChainKind kind, String chain, List<String> names, Path directory) {
    this.kind = kind;
    this.chain = chain.substring(0, Math.min(chain.length(), CHAIN_ID_CHARS_MAX));
    this.directory = directory;
    for (String name : names) {
      publicKeys.put(name, CometBftKeys.validatorKey(key(name), state(name), kind.nothingSigned()));
      peerIds.put(name, CometBftKeys.nodeId(config(name).resolve("node_key.json")));
    }
  }

  /** The directory of a validator's keys and configuration. */
  private Path config(String name) {
    return directory.resolve(name).resolve("config");
  }

  /** By which a validator signs. */
  Path key(String name) {
    return config(name).resolve("priv_validator_key.json");
  }

  /** The record of what the validator has signed last. */
  Path state(String name) {
    return directory.resolve(name).resolve("data").resolve("priv_validator_state.json");
  }

  Path configFile(String name) {
    return config(name).resolve("config.toml");
  }

  Path genesisFile(String name) {
    return config(name).resolve("genesis.json");
  }

  /** The file {@code genesis.json}; the programs' JSON has 64-bit numbers as strings. */
  String genesis() {
    ObjectNode genesis = JsonNodeFactory.instance.objectNode();
    genesis.put("genesis_time", GENESIS_TIME).put("chain_id", chain);
    kind.genesis().accept(genesis);
    ArrayNode validators = genesis.putArray("validators");
    publicKeys.forEach(
        (name, publicKey) ->
            validators
                .addObject()
                .put("address", CometBftKeys.addressOf(publicKey))
                .<ObjectNode>set("pub_key", CometBftKeys.publicKey(publicKey))
                .put("power", Long.toString(POWER))
                .put("name", name));
    genesis.put("app_hash", "");
    return genesis.toPrettyString() + "\n";
  }

  /**
   * A validator's {@code config.toml}.
   *
   * @param own values of its variables for this validator
   * @param addresses HOST:PORT at which it finds each other validator, by name
   * @param wanted the user's changes, by section and name
   */
  String config(
      String name,
      Map<String, ?> own,
      UnaryOperator<String> addresses,
      SortedMap<String, String> wanted) {
    Map<String, Object> values = new HashMap<>(kind.values());
    values.put("name", name);
    values.put(
        "peers",
        peerIds.keySet().stream()
            .filter(other -> !other.equals(name))
            .map(other -> peerIds.get(other) + "@" + addresses.apply(other))
            .collect(Collectors.joining(",")));
    values.putAll(own);
    return CometBftConfig.text(kind.program().title(), kind.template(), values, wanted);
  }

  /**
   * A cluster file's {@code validators}: who signs the chain.
   *
   * @param members each validator's name in the cluster file
   */
  void describe(ObjectNode validators, Map<String, String> members) {
    validators.put("chainId", chain);
    ArrayNode list = validators.putArray("members");
    publicKeys.forEach(
        (name, publicKey) ->
            list.addObject()
                .put("name", members.get(name))
                .put("publicKey", HexFormat.of().formatHex(publicKey))
                .put("power", POWER));
  }
}
