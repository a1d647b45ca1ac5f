package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.BlockHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The chain of blocks as far as it was gone through: 32 bytes for each. */
final class Chain {
  /** By height; null where the block can't be relied on. */
  private final List<byte[]> hashes = new ArrayList<>(List.of(new byte[Hashes.BYTES]));

  /** Null when the last block can't be relied on. */
  private BlockHeader last = BlockHeader.newBuilder().setPosition(-1).setDecidedAt(-1).build();

  long height() {
    return hashes.size() - 1;
  }

  /** The hash of the block at a height; null if it isn't known or can't be relied on. */
  byte[] hash(long height) {
    return height < 0 || height > height() ? null : hashes.get((int) height);
  }

  /** Whether the block names the one before it. */
  boolean isContinuedBy(BlockUnderAudit block) {
    byte[] previous = hash(height());
    return previous == null
        || Arrays.equals(previous, block.header().getPreviousHash().toByteArray());
  }

  /** What is wrong with the block's place in the log after the one before it. */
  List<String> checkOrder(BlockUnderAudit block) {
    if (last == null) {
      return List.of();
    }
    List<String> faults = new ArrayList<>(0);
    BlockHeader header = block.header();
    if (header.getPosition() <= last.getPosition()) {
      faults.add("its position in the shared log isn't after that of the block before it");
    }
    if (header.getDecidedAt() < Math.max(header.getPosition(), last.getDecidedAt())) {
      faults.add("its decided_at is before its own position or that of the block before it");
    }
    long newest = last.getNewestTimestamp();
    for (CheckedTransaction transaction : block.transactions()) {
      newest = transaction.id() == null ? newest : Math.max(newest, transaction.timestamp());
    }
    if (header.getNewestTimestamp() != newest) {
      faults.add("its newest_timestamp isn't that of its transactions and those before");
    }
    if (header.getFormat() == LedgerBlocks.FORMAT_PLACES
        && !Arrays.equals(indexHash(block), header.getIndexHash().toByteArray())) {
      faults.add("its index_hash isn't that of its transactions and those before");
    }
    return faults;
  }

  private byte[] indexHash(BlockUnderAudit block) {
    List<IndexedTransaction> indexed = new ArrayList<>();
    for (int i = 0; i < block.transactions().size(); i++) {
      if (block.isIndexed(i)) {
        indexed.add(
            new IndexedTransaction(
                block.transactions().get(i).id().encode(),
                new TransactionLocation(
                    block.header().getHeight(), i, block.message().getOutcomes().byteAt(i))));
      }
    }
    byte[] before =
        last.getIndexHash().isEmpty() ? new byte[Hashes.BYTES] : last.getIndexHash().toByteArray();
    return IndexRecord.hash(before, block.header().getHeight(), IndexRecord.encode(indexed));
  }

  /** The newest timestamp of any transaction; 0 where versions are no timestamps. */
  long newestTimestamp() {
    return last == null || last.getFormat() != LedgerBlocks.FORMAT_TIMESTAMPS
        ? 0
        : last.getNewestTimestamp();
  }

  void append(BlockUnderAudit block) {
    hashes.add(block.hash());
    last = block.header();
  }

  /** Appends a block that is missing or can't be relied on. */
  void appendUnknown() {
    hashes.add(null);
    last = null;
  }

  /** Marks the last block as unreliable. */
  void distrustLast() {
    hashes.set((int) height(), null);
    last = null;
  }
}
