package io.hybridycsb.veritas.core.spi;

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

  /** The encoded block at {@code height}, or empty when there is none. */
  Optional<byte[]> block(long height);

  /** Where a transaction stands in the ledger, or empty when it isn't there. */
  Optional<TransactionLocation> find(byte[] transactionId);

  /**
   * Calls {@code consumer} with each leaf's path and value hash (32 bytes each), by rising path.
   */
  void forEachLeaf(BiConsumer<byte[], byte[]> consumer);

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
