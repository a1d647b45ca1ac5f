package io.hybridycsb.blockchaindb.server.eth;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.blockchaindb.chain.Address;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * A block of the chain, with what it did to the contract.
 *
 * @param hash in hex, as the client names it
 * @param header as it is hashed
 * @param transactions whether each has succeeded, by its hash in hex
 * @param writes in the order of execution
 */
public record Block(
    long number,
    String hash,
    String parent,
    long gasLimit,
    long gasUsed,
    byte[] header,
    Map<String, Boolean> transactions,
    List<Written> writes) {

  /**
   * A write.
   *
   * @param value empty for a removal
   */
  public record Written(byte[] key, byte[] value) {}

  private static final List<String> BYTES_BEFORE =
      List.of(
          "parentHash",
          "sha3Uncles",
          "miner",
          "stateRoot",
          "transactionsRoot",
          "receiptsRoot",
          "logsBloom");
  private static final List<String> NUMBERS =
      List.of("difficulty", "number", "gasLimit", "gasUsed", "timestamp");
  private static final List<String> BYTES_BEHIND = List.of("extraData", "mixHash", "nonce");

  /**
   * Reads a block.
   *
   * @param block as of {@code eth_getBlockByNumber}
   * @param receipts as of {@code eth_getBlockReceipts}
   */
  static Block read(JsonNode block, JsonNode receipts, Address contract) {
    List<Written> writes = new ArrayList<>();
    Map<String, Boolean> transactions = new java.util.LinkedHashMap<>();
    for (JsonNode receipt : receipts) {
      transactions.put(
          receipt.get("transactionHash").asText(), Hex.number(receipt.get("status")) == 1);
      for (JsonNode log : receipt.get("logs")) {
        if (log.get("address").asText().equals(contract.hex())) {
          writes.add(ContractCalls.written(log.get("data").asText()));
        }
      }
    }
    return new Block(
        Hex.number(block.get("number")),
        block.get("hash").asText(),
        block.get("parentHash").asText(),
        Hex.number(block.get("gasLimit")),
        Hex.number(block.get("gasUsed")),
        header(block),
        transactions,
        writes);
  }

  /** The same block, without what it did to the contract, which takes the most room. */
  public Block withoutWrites() {
    return new Block(number, hash, parent, gasLimit, gasUsed, header, transactions, List.of());
  }

  private static byte[] header(JsonNode block) {
    List<RlpType> fields = new ArrayList<>();
    BYTES_BEFORE.forEach(name -> fields.add(RlpString.create(Hex.bytes(block.get(name)))));
    NUMBERS.forEach(
        name ->
            fields.add(
                RlpString.create(new BigInteger(block.get(name).asText().substring(2), 16))));
    BYTES_BEHIND.forEach(name -> fields.add(RlpString.create(Hex.bytes(block.get(name)))));
    return RlpEncoder.encode(new RlpList(fields));
  }
}
