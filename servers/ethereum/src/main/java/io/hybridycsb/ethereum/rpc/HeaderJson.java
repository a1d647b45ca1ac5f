package io.hybridycsb.ethereum.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Headers as clients write them in JSON. */
public final class HeaderJson {
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

  private HeaderJson() {}

  /**
   * The header's bytes, as they are hashed.
   *
   * @param block as of {@code eth_getBlockByNumber}
   * @throws IllegalArgumentException if a field is missing or can't be read
   */
  public static byte[] rlp(JsonNode block) {
    List<RlpType> fields = new ArrayList<>();
    BYTES_BEFORE.forEach(name -> fields.add(RlpString.create(Hex.bytes(block.required(name)))));
    NUMBERS.forEach(name -> fields.add(RlpString.create(Hex.large(block.required(name)))));
    BYTES_BEHIND.forEach(name -> fields.add(RlpString.create(Hex.bytes(block.required(name)))));
    return RlpEncoder.encode(new RlpList(fields));
  }
}
