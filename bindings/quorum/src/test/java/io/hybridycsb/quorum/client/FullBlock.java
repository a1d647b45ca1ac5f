package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockReceipts.NodeReceipt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A block of QBFT with 21 transactions, of which one has a list of accesses and two were reverted.
 *
 * @param transactions as they were signed
 * @param receipts as of {@code eth_getTransactionReceipt}
 */
record FullBlock(Block block, List<byte[]> transactions, List<JsonNode> receipts) {

  static FullBlock read() throws IOException, ProofException {
    JsonNode json = RealBlocks.json("qbft-full-block");
    JsonNode block = json.get("block");
    return new FullBlock(
        Block.read(RealBlocks.cluster(Consensus.QBFT), block, Hex.number(block.get("number"))),
        list(json.get("transactions")).stream().map(Hex::bytes).toList(),
        list(json.get("receipts")));
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /** The receipts, with another in one place. */
  List<NodeReceipt> toldWith(int place, JsonNode other) {
    List<JsonNode> told = new ArrayList<>(receipts);
    told.set(place, other);
    return told.stream().map(NodeReceipt::of).toList();
  }

  List<NodeReceipt> told() {
    return receipts.stream().map(NodeReceipt::of).toList();
  }
}
