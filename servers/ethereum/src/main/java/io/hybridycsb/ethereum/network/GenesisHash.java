package io.hybridycsb.ethereum.network;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.chain.TrieRoot;
import io.hybridycsb.ethereum.contract.Contract;
import io.hybridycsb.ethereum.rpc.HeaderJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.util.List;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;

/** The hash of a chain's first block, by which the chain is known. */
public final class GenesisHash {
  private static final Hash NOTHING = TrieRoot.ofList(List.of());

  private GenesisHash() {}

  /**
   * Reckons the hash.
   *
   * @param genesis as {@link Genesis#of} makes it, with what belongs to the consensus
   */
  public static Hash of(Consensus consensus, ObjectNode genesis) {
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
      return SealedHeader.read(consensus, HeaderJson.rlp(header)).hash();
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
