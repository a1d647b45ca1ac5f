package io.hybridycsb.veritas.core.spi;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Keeps a node's ledger: its chain of decided blocks, the index of their transactions, and the
 * leaves of the sparse Merkle tree over the state that the last block left behind.
 *
 * <p>One thread appends; any number of threads read. A batch is durable against the death of the
 * process when {@link #append} returns, and is kept whole or not at all.
 *
 * <p>Every method throws {@link StoreException} when the database fails.
 */
public interface LedgerStore extends AutoCloseable {

  /** Height of the last block; 0 when there is none. */
  long height();

  /** Height of the oldest block; 0 when there is none. Above 1 after {@link #beginRestore}. */
  long firstHeight();

  /** The encoded block at {@code height}, or empty when there is none. */
  Optional<byte[]> block(long height);

  /**
   * Where a transaction stands in the ledger, also below its oldest block; empty when it isn't
   * there.
   */
  Optional<TransactionLocation> find(byte[] transactionId);

  /**
   * The ids of at most {@code limit} transactions in the ledger, the greatest as unsigned bytes, by
   * falling id.
   */
  List<byte[]> lastTransactions(int limit);

  /**
   * Calls {@code consumer} with each leaf's path and value hash (32 bytes each), by rising path.
   */
  void forEachLeaf(BiConsumer<byte[], byte[]> consumer);

  /** Calls {@code consumer} with the index records up to a height, by rising height. */
  void forEachIndexRecord(long lastHeight, IndexRecordConsumer consumer);

  /** Takes a block's index record. */
  @FunctionalInterface
  interface IndexRecordConsumer {
    void accept(long height, byte[] indexRecord);
  }

  /** What the newest blocks have replaced in the state. */
  ReplacedValues replaced();

  /**
   * Begins to make an empty ledger one that starts at a later block. An attempt that isn't finished
   * leaves nothing behind.
   *
   * @throws IllegalStateException if the ledger has a block
   */
  Restore beginRestore();

  /** Takes what a ledger has beside its blocks, then its oldest block. For one thread. */
  interface Restore {

    /** Adds a block's part of the transaction index. */
    void index(long height, byte[] indexRecord);

    /** Adds a leaf of the tree at the oldest block. */
    void leaf(byte[] path, byte[] valueHash);

    /** Calls {@code consumer} with the leaves that were added, by rising path. */
    void forEachLeaf(BiConsumer<byte[], byte[]> consumer);

    /** Forgets all that was added. */
    void abandon();

    /** Makes all of it durable, and the ledger begin with this block. */
    void finish(long height, byte[] block);
  }

  /**
   * Appends a batch.
   *
   * @throws IllegalArgumentException if its first block isn't the one after {@link #height}
   */
  void append(LedgerBatch batch);

  /** A short name with the directory, for messages. */
  String describe();

  @Override
  void close();
}
