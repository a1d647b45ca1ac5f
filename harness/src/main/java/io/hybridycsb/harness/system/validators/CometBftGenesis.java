package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HexFormat;
import java.util.Map;

/**
 * What a CometBFT chain begins with: its validators, all of the same power, and its limits.
 *
 * @param chainId the chain's name, cut to what CometBFT takes
 * @param blockBytesMax bytes of a block, at most
 * @param publicKeys the validators' raw keys of 32 bytes, by their names, in their order
 */
public record CometBftGenesis(String chainId, long blockBytesMax, Map<String, byte[]> publicKeys) {
  public static final long BLOCK_BYTES_MAX_DEFAULT = 4L << 20;

  /** What a block holds beside transactions, generously: header, commit, evidence. */
  static final int BLOCK_OVERHEAD_BYTES = 65_536;

  private static final long POWER = 10;

  /** CometBFT takes no longer one. */
  private static final int CHAIN_ID_CHARS_MAX = 50;

  /** Any past moment will do; a fixed one, so that planning anew gives the same plan. */
  private static final String GENESIS_TIME = "2024-01-01T00:00:00Z";

  public CometBftGenesis {
    chainId = chainId.substring(0, Math.min(chainId.length(), CHAIN_ID_CHARS_MAX));
  }

  /** The file {@code genesis.json}. Numbers of 64 bits are texts in CometBFT's JSON. */
  public ObjectNode json() {
    ObjectNode genesis = JsonNodeFactory.instance.objectNode();
    genesis.put("genesis_time", GENESIS_TIME);
    genesis.put("chain_id", chainId);
    genesis.put("initial_height", "1");
    ObjectNode parameters = genesis.putObject("consensus_params");
    parameters
        .putObject("block")
        .put("max_bytes", Long.toString(blockBytesMax))
        .put("max_gas", "-1");
    parameters
        .putObject("evidence")
        .put("max_age_num_blocks", "100000")
        .put("max_age_duration", "172800000000000")
        .put("max_bytes", Integer.toString(BLOCK_OVERHEAD_BYTES / 2));
    parameters.putObject("validator").putArray("pub_key_types").add("ed25519");
    parameters.putObject("version").put("app", "0");
    parameters.putObject("abci").put("vote_extensions_enable_height", "0");
    ArrayNode validators = genesis.putArray("validators");
    publicKeys.forEach(
        (name, publicKey) -> {
          ObjectNode validator = validators.addObject();
          validator.put("address", CometBftKeys.addressOf(publicKey));
          validator.set("pub_key", CometBftKeys.publicKey(publicKey));
          validator.put("power", Long.toString(POWER));
          validator.put("name", name);
        });
    genesis.put("app_hash", "");
    return genesis;
  }

  /**
   * The cluster file's {@code validators}: who signs the chain.
   *
   * @param members what each validator is called there
   */
  public void describe(ObjectNode validators, Map<String, String> members) {
    validators.put("chainId", chainId);
    ArrayNode list = validators.putArray("members");
    publicKeys.forEach(
        (name, publicKey) ->
            list.addObject()
                .put("name", members.get(name))
                .put("publicKey", HexFormat.of().formatHex(publicKey))
                .put("power", POWER));
  }
}
