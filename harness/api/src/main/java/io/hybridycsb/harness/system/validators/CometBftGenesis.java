package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** The genesis of a CometBFT chain: its validators, all of equal power, and its limits. */
final class CometBftGenesis {
  static final long BLOCK_BYTES_MAX_DEFAULT = 4L << 20;

  /** A generous bound for a block's header, commit and evidence. */
  static final int BLOCK_OVERHEAD_BYTES = 65_536;

  private CometBftGenesis() {}

  /** The file {@code genesis.json}. CometBFT's JSON has 64-bit numbers as strings. */
  static ObjectNode json(String chain, long blockBytesMax, Map<String, byte[]> publicKeys) {
    ObjectNode genesis = JsonNodeFactory.instance.objectNode();
    genesis.put("genesis_time", ValidatorFiles.GENESIS_TIME);
    genesis.put("chain_id", chain);
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
          validator.put("power", Long.toString(ValidatorFiles.POWER));
          validator.put("name", name);
        });
    genesis.put("app_hash", "");
    return genesis;
  }
}
