package io.hybridycsb.ethereum.network;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.contract.Contract;
import java.util.List;

/** A chain's first block, as geth reads it. */
public final class Genesis {
  /** All rules up to Berlin's, and not London's, so that there is no base fee. */
  private static final List<String> FORKS =
      List.of(
          "homestead",
          "eip150",
          "eip155",
          "eip158",
          "byzantium",
          "constantinople",
          "petersburg",
          "istanbul",
          "berlin");

  private Genesis() {}

  /**
   * A first block in which the contract is. What belongs to the consensus is to be added.
   *
   * @param gasLimit of a block
   * @param code the contract's, in hex
   */
  public static ObjectNode of(long chainId, long gasLimit, String code) {
    ObjectNode genesis = new ObjectMapper().createObjectNode();
    ObjectNode config = genesis.putObject("config");
    config.put("chainId", chainId);
    FORKS.forEach(fork -> config.put(fork + "Block", 0));
    genesis.put("gasLimit", "0x" + Long.toHexString(gasLimit));
    genesis
        .putObject("alloc")
        .putObject(Contract.ADDRESS.hex())
        .put("balance", "0")
        .put("code", code);
    return genesis;
  }
}
