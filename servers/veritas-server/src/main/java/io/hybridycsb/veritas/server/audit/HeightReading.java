package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What all nodes hold at one height: as a rule the same bytes, which are then checked once. Made by
 * several threads, for several heights at a time.
 *
 * @param versions each held by at least one node
 * @param faults what is wrong beside the versions' own faults
 */
record HeightReading(long height, List<BlockVersion> versions, List<NodeFault> faults) {

  /** Something wrong with a node's ledger at this height. */
  record NodeFault(String node, String text) {}

  /**
   * Reads the blocks of a height.
   *
   * @param ledgers the ledgers to read; one below the height is skipped
   * @param restored which of them begin later: they have no block here, but it is in their index
   */
  static HeightReading read(
      long height, List<NodeLedger> ledgers, Set<NodeLedger> restored, BlockChecks checks) {
    HeightReading reading = new HeightReading(height, new ArrayList<>(1), new ArrayList<>(0));
    for (NodeLedger ledger : ledgers) {
      if (ledger.height() >= height && !restored.contains(ledger)) {
        reading.addBlockOf(ledger);
      }
    }
    for (BlockVersion version : reading.versions) {
      checks.check(height, version);
      if (version.isFaultless()) {
        version.holders().forEach(ledger -> reading.checkIndex(ledger, version.block()));
        restored.forEach(ledger -> reading.checkIndex(ledger, version.block()));
      }
    }
    return reading;
  }

  private void addBlockOf(NodeLedger ledger) {
    Optional<byte[]> bytes;
    try {
      bytes = ledger.store().block(height);
    } catch (StoreException e) {
      faults.add(new NodeFault(ledger.name(), "the block can't be read: " + e.getMessage()));
      return;
    }
    if (bytes.isEmpty()) {
      faults.add(new NodeFault(ledger.name(), "the block is missing"));
      return;
    }
    for (BlockVersion version : versions) {
      if (version.isHeldAs(bytes.get())) {
        version.holders().add(ledger);
        return;
      }
    }
    versions.add(new BlockVersion(bytes.get(), ledger));
  }

  private void checkIndex(NodeLedger ledger, BlockUnderAudit block) {
    for (int i = 0; i < block.transactions().size(); i++) {
      if (block.isIndexed(i)) {
        String wrong = wrongInIndex(ledger, block, i);
        if (wrong != null) {
          faults.add(new NodeFault(ledger.name(), wrong));
        }
      }
    }
  }

  private String wrongInIndex(NodeLedger ledger, BlockUnderAudit block, int index) {
    CheckedTransaction transaction = block.transactions().get(index);
    TransactionLocation expected =
        new TransactionLocation(height, index, block.outcome(index).getNumber());
    try {
      Optional<TransactionLocation> found = ledger.store().find(transaction.id().encode());
      if (found.isEmpty()) {
        return "transaction " + transaction.id() + " is missing in the transaction index";
      }
      return found.get().equals(expected)
          ? null
          : "transaction %s is wrong in the transaction index: %s instead of %s"
              .formatted(transaction.id(), found.get(), expected);
    } catch (StoreException e) {
      return "the transaction index can't be read: " + e.getMessage();
    }
  }
}
