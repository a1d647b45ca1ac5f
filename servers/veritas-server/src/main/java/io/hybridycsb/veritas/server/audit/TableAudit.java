package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.smt.Change;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.TransactionBody;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Checks a ledger's tables beside its blocks: the tree's leaves and the transaction index. */
record TableAudit(StateReplay replay, Findings findings) {
  /** Compares a ledger's leaves with the state at the same height. */
  void checkLeaves(NodeLedger ledger) {
    LeafComparison comparison = new LeafComparison(replay.leaves());
    try {
      ledger.store().forEachLeaf(comparison::next);
      comparison.end();
    } catch (StoreException e) {
      findings.add(ledger.name(), "the ledger's leaves can't be read: " + e.getMessage());
      return;
    }
    Map<ByteKey, ByteKey> keys = replay.keysOfPaths(comparison.wrong.keySet());
    comparison.wrong.forEach(
        (path, text) -> {
          ByteKey key = keys.get(path);
          String name =
              key == null ? "leaf " + HexFormat.of().formatHex(path.bytes()) : key.toString();
          findings.add(ledger.name(), name + ": " + text);
        });
  }

  /** Goes through two lists of leaves by rising path. */
  private static final class LeafComparison {
    private final Iterator<Change> leaves;
    private final Map<ByteKey, String> wrong = new LinkedHashMap<>();
    private Change expected;

    LeafComparison(Iterator<Change> leaves) {
      this.leaves = leaves;
      step();
    }

    private void step() {
      expected = leaves.hasNext() ? leaves.next() : null;
    }

    void next(byte[] path, byte[] hash) {
      while (expected != null && Arrays.compareUnsigned(expected.path(), path) < 0) {
        missing();
      }
      if (expected == null || !Arrays.equals(expected.path(), path)) {
        wrong.put(new ByteKey(path), "the ledger has a leaf for it, but the state has no such key");
        return;
      }
      if (!Arrays.equals(expected.valueHash(), hash)) {
        wrong.put(new ByteKey(path), "the ledger's leaf isn't the hash of its value");
      }
      step();
    }

    void end() {
      while (expected != null) {
        missing();
      }
    }

    private void missing() {
      wrong.put(new ByteKey(expected.path()), "the ledger has no leaf for it");
      step();
    }
  }

  /**
   * Checks that the transaction index has no entries beside those of the blocks' transactions,
   * which were looked up one by one.
   */
  void checkIndexSize(NodeLedger ledger, long expected) {
    long[] entries = new long[1];
    try {
      ledger.store().forEachTransaction((id, location) -> entries[0]++);
      if (entries[0] > expected) {
        ledger.store().forEachTransaction((id, location) -> checkEntry(ledger, id, location));
      }
    } catch (StoreException e) {
      findings.add(ledger.name(), "the transaction index can't be read: " + e.getMessage());
    }
  }

  private void checkEntry(NodeLedger ledger, byte[] id, TransactionLocation location) {
    if (!isAt(ledger, id, location)) {
      String name =
          id.length == TransactionId.BYTES
              ? TransactionId.decode(id).toString()
              : HexFormat.of().formatHex(id);
      findings.atHeight(
          ledger.name(),
          location.height(),
          "the transaction index has " + name + " here, where it isn't");
    }
  }

  private static boolean isAt(NodeLedger ledger, byte[] id, TransactionLocation location) {
    try {
      Optional<byte[]> bytes = ledger.store().block(location.height());
      if (bytes.isEmpty()) {
        return false;
      }
      LedgerBlock block = LedgerBlock.parseFrom(bytes.get());
      if (location.index() < 0 || location.index() >= block.getTransactionsCount()) {
        return false;
      }
      TransactionBody body =
          TransactionBody.parseFrom(block.getTransactions(location.index()).getBody());
      byte[] there = TransactionId.of(body.getTimestamp(), body.getClient().toByteArray()).encode();
      return Arrays.equals(there, id);
    } catch (IOException | StoreException e) {
      // The damaged block is reported elsewhere; the entry can't be checked.
      return true;
    }
  }
}
