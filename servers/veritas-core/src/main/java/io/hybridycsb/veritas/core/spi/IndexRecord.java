package io.hybridycsb.veritas.core.spi;

import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A block's part of the transaction index, as one array: for each transaction that the index has of
 * this block, in their order, id (16 bytes), index (4) and outcome (1). Chained hashes over these
 * records stand in the headers of a ledger over CometBFT.
 */
public final class IndexRecord {
  private static final int ID_BYTES = 16;

  /** What a transaction takes. */
  public static final int ENTRY_BYTES = ID_BYTES + Integer.BYTES + 1;

  private IndexRecord() {}

  public static byte[] encode(List<IndexedTransaction> transactions) {
    ByteBuffer record = ByteBuffer.allocate(transactions.size() * ENTRY_BYTES);
    for (IndexedTransaction transaction : transactions) {
      record
          .put(transaction.id())
          .putInt(transaction.location().index())
          .put((byte) transaction.location().outcome());
    }
    return record.array();
  }

  /**
   * The transactions of a record.
   *
   * @throws IllegalArgumentException if it isn't one
   */
  public static List<IndexedTransaction> decode(long height, byte[] record) {
    if (record.length % ENTRY_BYTES != 0) {
      throw new IllegalArgumentException(
          "an index record of " + record.length + " bytes isn't made of entries");
    }
    List<IndexedTransaction> transactions = new ArrayList<>(record.length / ENTRY_BYTES);
    ByteBuffer fields = ByteBuffer.wrap(record);
    while (fields.hasRemaining()) {
      byte[] id = new byte[ID_BYTES];
      fields.get(id);
      transactions.add(
          new IndexedTransaction(
              id, new TransactionLocation(height, fields.getInt(), fields.get())));
    }
    return transactions;
  }

  /**
   * The hash over the index up to a block.
   *
   * @param previous that up to the block before; 32 zero bytes before the first
   */
  public static byte[] hash(byte[] previous, long height, byte[] record) {
    return Hashes.sha256(
        ByteBuffer.allocate(previous.length + Long.BYTES + record.length)
            .put(previous)
            .putLong(height)
            .put(record)
            .array());
  }
}
