package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.TrieRoot;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What became of transactions in a block. Where blocks have seals, all of the block's transactions
 * and receipts are fetched and compared with the roots in its header, so that no node's word is
 * taken. Where they have none, neither has the header, and the node is believed.
 */
final class BlockReceipts {
  /** Transactions or receipts in one exchange. */
  private static final int TOGETHER = 64;

  /** A transaction costs at least 21,000 gas, of which half is refunded if it frees storage. */
  private static final long TRANSACTION_GAS = 10_500;

  /**
   * A byte of a transaction costs at least 4, of which half may be refunded, and so does one of a
   * receipt, with what both have beside their data.
   */
  private static final long BYTE_GAS = 2;

  private BlockReceipts() {}

  /**
   * What became of a transaction in a block.
   *
   * @param success whether it wasn't reverted
   */
  record Receipt(long block, boolean success, long gasUsed) {}

  /**
   * A receipt as a node tells it.
   *
   * @param bytes what the root in the block's header is over
   * @param gasSoFar used in the block up to it; what it has used by itself is not in the bytes
   */
  record NodeReceipt(byte[] bytes, boolean success, long gasSoFar) {
    static NodeReceipt of(JsonNode receipt) {
      return new NodeReceipt(
          BlockJson.receipt(receipt),
          isSuccess(receipt),
          Hex.number(receipt.required("cumulativeGasUsed")));
    }
  }

  /**
   * The receipts of those transactions of a block that somebody waits for, by hash in hex.
   *
   * @throws ProofException if what the node tells isn't what the header is over
   */
  static Map<String, Receipt> of(QuorumNode node, Block block, Predicate<String> isAwaited)
      throws ProofException, RpcFailure, InterruptedException {
    return node.isSealed() ? proven(node, block, isAwaited) : told(node, block, isAwaited);
  }

  private static Map<String, Receipt> proven(
      QuorumNode node, Block block, Predicate<String> isAwaited)
      throws ProofException, RpcFailure, InterruptedException {
    List<String> hashes = hashes(block, transactions(node, block));
    return hashes.stream().anyMatch(isAwaited)
        ? awaited(block, hashes, receipts(node, block, hashes), isAwaited)
        : Map.of();
  }

  private static List<byte[]> transactions(QuorumNode node, Block block)
      throws ProofException, RpcFailure, InterruptedException {
    int count = block.transactions().size();
    if (count * TRANSACTION_GAS > block.gasUsed()) {
      throw new ProofException(
          "block %d can't have %d transactions for %d gas"
              .formatted(block.header().number(), count, block.gasUsed()));
    }
    List<byte[]> transactions = new ArrayList<>();
    long bytesLeft = block.gasUsed() / BYTE_GAS;
    for (int from = 0; from < count; from += TOGETHER) {
      int to = Math.min(count, from + TOGETHER);
      for (byte[] transaction : node.transactions(block.header().hash(), from, to)) {
        bytesLeft = spent(bytesLeft, transaction.length, block);
        transactions.add(transaction);
      }
    }
    return transactions;
  }

  private static List<NodeReceipt> receipts(QuorumNode node, Block block, List<String> hashes)
      throws ProofException, RpcFailure, InterruptedException {
    List<NodeReceipt> receipts = new ArrayList<>();
    long bytesLeft = block.gasUsed() / BYTE_GAS;
    for (int from = 0; from < hashes.size(); from += TOGETHER) {
      List<String> part = hashes.subList(from, Math.min(hashes.size(), from + TOGETHER));
      for (JsonNode receipt : present(node, block, part)) {
        NodeReceipt told = NodeReceipt.of(receipt);
        bytesLeft = spent(bytesLeft, told.bytes().length, block);
        receipts.add(told);
      }
    }
    return receipts;
  }

  private static List<JsonNode> present(QuorumNode node, Block block, List<String> hashes)
      throws RpcFailure, InterruptedException {
    List<JsonNode> receipts = node.receipts(hashes);
    if (receipts.stream().anyMatch(JsonNode::isNull)) {
      throw new Unreachable(
          "%s has no receipt yet of a transaction of block %d"
              .formatted(node.name(), block.header().number()));
    }
    return receipts;
  }

  private static long spent(long bytesLeft, int bytes, Block block) throws ProofException {
    if (bytes > bytesLeft) {
      throw new ProofException(
          "block %d can't have so many bytes for %d gas"
              .formatted(block.header().number(), block.gasUsed()));
    }
    return bytesLeft - bytes;
  }

  /**
   * The hashes of a block's transactions, in hex.
   *
   * @param transactions as they were signed
   * @throws ProofException if they aren't those that the header is over
   */
  static List<String> hashes(Block block, List<byte[]> transactions) throws ProofException {
    requireRoot(block, "transactions", block.transactionsRoot(), transactions);
    return transactions.stream().map(each -> Hex.of(Hashes.keccak(each))).toList();
  }

  /**
   * The receipts that are awaited.
   *
   * @param hashes of all transactions of the block
   * @param receipts of all transactions of the block
   * @throws ProofException if they aren't those that the header is over
   */
  static Map<String, Receipt> awaited(
      Block block, List<String> hashes, List<NodeReceipt> receipts, Predicate<String> isAwaited)
      throws ProofException {
    requireRoot(
        block,
        "receipts",
        block.receiptsRoot(),
        receipts.stream().map(NodeReceipt::bytes).toList());
    Map<String, Receipt> awaited = new HashMap<>();
    long gasBefore = 0;
    for (int i = 0; i < receipts.size(); i++) {
      NodeReceipt told = receipts.get(i);
      if (isAwaited.test(hashes.get(i))) {
        long gas = told.gasSoFar() - gasBefore;
        awaited.put(hashes.get(i), new Receipt(block.header().number(), told.success(), gas));
      }
      gasBefore = told.gasSoFar();
    }
    return awaited;
  }

  private static void requireRoot(Block block, String what, Hash root, List<byte[]> items)
      throws ProofException {
    if (!TrieRoot.ofList(items).equals(root)) {
      throw new ProofException(
          "the %s of block %d are others than its header says"
              .formatted(what, block.header().number()));
    }
  }

  private static boolean isSuccess(JsonNode receipt) {
    return Hex.number(receipt.required("status")) == 1;
  }

  private static Map<String, Receipt> told(
      QuorumNode node, Block block, Predicate<String> isAwaited)
      throws RpcFailure, InterruptedException {
    List<String> hashes = block.transactions().stream().filter(isAwaited).toList();
    Map<String, Receipt> told = new HashMap<>();
    if (!hashes.isEmpty()) {
      List<JsonNode> receipts = present(node, block, hashes);
      for (int i = 0; i < hashes.size(); i++) {
        JsonNode receipt = receipts.get(i);
        long gas = Hex.number(receipt.required("gasUsed"));
        told.put(hashes.get(i), new Receipt(block.header().number(), isSuccess(receipt), gas));
      }
    }
    return told;
  }
}
