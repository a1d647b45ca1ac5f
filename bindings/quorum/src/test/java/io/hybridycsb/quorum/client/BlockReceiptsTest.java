package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockReceipts.NodeReceipt;
import io.hybridycsb.quorum.client.BlockReceipts.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real block, and what a node could tell of it. */
class BlockReceiptsTest {
  private FullBlock full;
  private List<String> hashes;

  @BeforeEach
  void read() throws Exception {
    full = FullBlock.read();
    hashes = BlockReceipts.hashes(full.block(), full.transactions());
  }

  @Test
  void aRealBlocksTransactionsAndReceiptsAreThoseOfItsHeader() throws Exception {
    assertThat(hashes).isEqualTo(full.block().transactions());

    Map<String, Receipt> receipts =
        BlockReceipts.awaited(full.block(), hashes, full.told(), hash -> true);

    for (JsonNode receipt : full.receipts()) {
      assertThat(receipts.get(receipt.get("transactionHash").asText()))
          .isEqualTo(
              new Receipt(
                  Hex.number(receipt.get("blockNumber")),
                  receipt.get("status").asText().equals("0x1"),
                  Hex.number(receipt.get("gasUsed"))));
    }
    assertThat(receipts.values()).hasSize(21).extracting(Receipt::success).contains(false);
  }

  @Test
  void onlyWhatIsAwaitedIsTold() throws Exception {
    assertThat(BlockReceipts.awaited(full.block(), hashes, full.told(), hashes.get(20)::equals))
        .containsOnlyKeys(hashes.get(20));
  }

  @Test
  void aTransactionThatIsLeftOutAddedMovedOrChangedIsFound() {
    for (int i = 0; i < full.transactions().size(); i++) {
      int place = i;
      requireOthers(transactions -> transactions.remove(place));
      requireOthers(transactions -> transactions.add(place, transactions.get(place)));
      requireOthers(transactions -> transactions.add(transactions.remove(place / 2)));
      requireOthers(
          transactions -> {
            byte[] changed = transactions.get(place).clone();
            changed[changed.length / 2] ^= 1;
            transactions.set(place, changed);
          });
    }
  }

  private void requireOthers(Consumer<List<byte[]>> change) {
    List<byte[]> changed = new ArrayList<>(full.transactions());
    change.accept(changed);
    assertThatThrownBy(() -> BlockReceipts.hashes(full.block(), changed))
        .isInstanceOf(ProofException.class)
        .hasMessage("the transactions of block 7 are others than its header says");
  }

  @Test
  void aReceiptThatIsChangedInAnythingIsFound() {
    for (int i = 0; i < full.receipts().size(); i++) {
      String status = full.receipts().get(i).get("status").asText();
      requireFound(i, receipt -> receipt.put("status", status.equals("0x1") ? "0x0" : "0x1"));
      requireFound(i, receipt -> receipt.put("cumulativeGasUsed", "0xd08b"));
      requireFound(i, receipt -> receipt.put("logsBloom", "0x" + "00".repeat(255) + "01"));
      requireFound(i, receipt -> receipt.put("type", "0x2"));
      requireFound(i, receipt -> ((ArrayNode) receipt.get("logs")).add(aLog()));
    }
  }

  private ObjectNode aLog() {
    return full.receipts().get(0).get("logs").get(0).deepCopy();
  }

  private void requireFound(int place, Consumer<ObjectNode> change) {
    ObjectNode changed = full.receipts().get(place).deepCopy();
    change.accept(changed);
    List<NodeReceipt> told = full.toldWith(place, changed);
    assertThatThrownBy(() -> BlockReceipts.awaited(full.block(), hashes, told, hash -> true))
        .isInstanceOf(ProofException.class)
        .hasMessage("the receipts of block 7 are others than its header says");
  }
}
