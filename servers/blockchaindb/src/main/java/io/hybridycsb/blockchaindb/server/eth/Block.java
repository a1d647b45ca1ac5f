package io.hybridycsb.blockchaindb.server.eth;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A block of the chain, with what it did to the contract.
 *
 * @param hash in hex, as the client names it
 * @param inTurn whether the sealer whose turn it was has sealed it (EIP-225); under a consensus
 *     without turns, always
 * @param header as it is hashed
 * @param transactions what became of each, by its hash in hex
 */
public record Block(
    long number,
    String hash,
    String parent,
    Gas gas,
    boolean inTurn,
    byte[] header,
    Map<String, Execution> transactions,
    Changes changes) {

  /** How much gas a block may use, and has used. */
  public record Gas(long limit, long used) {}

  /**
   * What a block did to the contract.
   *
   * @param writes in the order of execution
   * @param leftOut the keys of the writes that were left out
   */
  public record Changes(List<Written> writes, List<byte[]> leftOut) {
    public static final Changes NONE = new Changes(List.of(), List.of());
  }

  /**
   * How a transaction was executed.
   *
   * @param success whether it wasn't reverted
   * @param stale which of its writes, from 0, were left out, since they didn't find what they
   *     expected
   */
  public record Execution(boolean success, Set<Integer> stale) {}

  /** The difficulty of a block whose sealer had its turn. */
  private static final long IN_TURN = 2;

  /**
   * Reads a block.
   *
   * @param block as of {@code eth_getBlockByNumber}
   * @param receipts of its transactions
   */
  static Block read(JsonNode block, Iterable<JsonNode> receipts, Shard shard) {
    List<Written> writes = new ArrayList<>();
    List<byte[]> leftOut = new ArrayList<>();
    Map<String, Execution> transactions = new LinkedHashMap<>();
    for (JsonNode receipt : receipts) {
      Set<Integer> stale = new HashSet<>();
      for (JsonNode log : receipt.get("logs")) {
        if (!log.get("address").asText().equals(shard.contract().hex())) {
          continue;
        }
        if (ContractCalls.isStale(log)) {
          ContractCalls.LeftOut found = ContractCalls.leftOut(log.get("data").asText());
          stale.add(found.position());
          leftOut.add(found.key());
        } else {
          writes.add(ContractCalls.written(log.get("data").asText()));
        }
      }
      transactions.put(
          receipt.get("transactionHash").asText(),
          new Execution(Hex.number(receipt.get("status")) == 1, Set.copyOf(stale)));
    }
    return new Block(
        Hex.number(block.get("number")),
        block.get("hash").asText(),
        block.get("parentHash").asText(),
        new Gas(Hex.number(block.get("gasLimit")), Hex.number(block.get("gasUsed"))),
        shard.consensus().isFinal() || Hex.number(block.get("difficulty")) == IN_TURN,
        BlockJson.header(block),
        transactions,
        new Changes(writes, leftOut));
  }

  public List<Written> writes() {
    return changes.writes();
  }

  public List<byte[]> leftOut() {
    return changes.leftOut();
  }

  /** The same block, without what it did to the contract, which takes the most room. */
  public Block withoutWrites() {
    return new Block(number, hash, parent, gas, inTurn, header, transactions, Changes.NONE);
  }
}
