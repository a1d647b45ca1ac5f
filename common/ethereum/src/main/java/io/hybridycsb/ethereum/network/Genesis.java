package io.hybridycsb.ethereum.network;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.chain.TrieRoot;
import io.hybridycsb.ethereum.contract.Contract;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.util.List;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;

/** A chain's first block, as geth reads it, and its hash. */
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

  private static final Hash NOTHING = TrieRoot.ofList(List.of());

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

  /**
   * Reckons the hash of a chain's first block, by which the chain is known.
   *
   * @param genesis as {@link #of} makes it, with what belongs to the consensus
   */
  public static Hash hash(Consensus consensus, ObjectNode genesis) {
    String zeros = "0x" + "00".repeat(Hash.BYTES);
    ObjectNode header = new ObjectMapper().createObjectNode();
    header
        .put("parentHash", zeros)
        .put("sha3Uncles", Hex.of(Hashes.keccak(RlpEncoder.encode(new RlpList()))))
        .put("miner", "0x" + "00".repeat(20))
        .put("stateRoot", Hex.of(stateRoot(genesis)))
        .put("transactionsRoot", Hex.of(NOTHING))
        .put("receiptsRoot", Hex.of(NOTHING))
        .put("logsBloom", "0x" + "00".repeat(256))
        .put("number", "0x0")
        .put("gasUsed", "0x0")
        .put("timestamp", "0x0")
        .put("extraData", "0x")
        .put("mixHash", zeros)
        .put("nonce", "0x" + "00".repeat(8));
    header.setAll(genesis);
    try {
      return SealedHeader.read(consensus, BlockJson.header(header)).hash();
    } catch (ProofException e) {
      throw new IllegalArgumentException("the first block is none: " + e.getMessage(), e);
    }
  }

  /** Of the one account, which has the contract's code and nothing in its storage. */
  private static Hash stateRoot(ObjectNode genesis) {
    byte[] code = Hex.bytes(genesis.at("/alloc").path(Contract.ADDRESS.hex()).get("code"));
    byte[] account =
        RlpEncoder.encode(
            new RlpList(
                RlpString.create(0),
                RlpString.create(0),
                RlpString.create(NOTHING.bytes()),
                RlpString.create(Hashes.keccak(code))));
    return TrieRoot.ofAccount(Contract.ADDRESS, account);
  }
}
