package io.hybridycsb.ethereum.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.Hashes;
import java.util.ArrayList;
import java.util.List;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Headers and receipts as clients write them in JSON. */
public final class BlockJson {
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

  /** The greatest type of a transaction that EIP-2718 has. */
  private static final int TYPE_MAX = 0x7f;

  private BlockJson() {}

  /**
   * The header's bytes, as they are hashed.
   *
   * @param block as of {@code eth_getBlockByNumber}
   * @throws IllegalArgumentException if a field is missing or can't be read
   */
  public static byte[] header(JsonNode block) {
    List<RlpType> fields = new ArrayList<>();
    BYTES_BEFORE.forEach(name -> fields.add(RlpString.create(Hex.bytes(block.required(name)))));
    NUMBERS.forEach(name -> fields.add(RlpString.create(Hex.large(block.required(name)))));
    BYTES_BEHIND.forEach(name -> fields.add(RlpString.create(Hex.bytes(block.required(name)))));
    return RlpEncoder.encode(new RlpList(fields));
  }

  /**
   * The receipt's bytes, over which a block's header has a root: status, gas used in the block up
   * to it, bloom and logs, behind the type of its transaction (EIP-658, EIP-2718).
   *
   * @param receipt as of {@code eth_getTransactionReceipt}
   * @throws IllegalArgumentException if a field is missing or can't be read
   */
  public static byte[] receipt(JsonNode receipt) {
    List<RlpType> logs = new ArrayList<>();
    receipt.required("logs").forEach(log -> logs.add(log(log)));
    byte[] rlp =
        RlpEncoder.encode(
            new RlpList(
                RlpString.create(Hex.large(receipt.required("status"))),
                RlpString.create(Hex.large(receipt.required("cumulativeGasUsed"))),
                RlpString.create(Hex.bytes(receipt.required("logsBloom"))),
                new RlpList(logs)));
    long type = Hex.number(receipt.required("type"));
    if (type > TYPE_MAX) {
      throw new IllegalArgumentException(
          "a receipt has the type %d, more than %d".formatted(type, TYPE_MAX));
    }
    return type == 0 ? rlp : Hashes.concatenated(new byte[] {(byte) type}, rlp);
  }

  private static RlpType log(JsonNode log) {
    List<RlpType> topics = new ArrayList<>();
    log.required("topics").forEach(topic -> topics.add(RlpString.create(Hex.bytes(topic))));
    return new RlpList(
        RlpString.create(Hex.bytes(log.required("address"))),
        new RlpList(topics),
        RlpString.create(Hex.bytes(log.required("data"))));
  }
}
