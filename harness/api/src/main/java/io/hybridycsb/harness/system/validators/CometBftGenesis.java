package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The limits of a CometBFT chain, which are in its genesis. */
final class CometBftGenesis {
  static final long BLOCK_BYTES_MAX_DEFAULT = 4L << 20;

  /** A generous bound for a block's header, commit and evidence. */
  static final int BLOCK_OVERHEAD_BYTES = 65_536;

  private CometBftGenesis() {}

  static void addTo(ObjectNode genesis, long blockBytesMax) {
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
  }
}
