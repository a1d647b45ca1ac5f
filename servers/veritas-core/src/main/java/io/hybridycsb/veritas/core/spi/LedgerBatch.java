package io.hybridycsb.veritas.core.spi;

import java.util.List;

/**
 * Consecutive decided blocks and what they change.
 *
 * @param firstHeight height of the first block
 * @param blocks the encoded blocks, heights rising by one
 * @param transactions where the transactions of these blocks are found; an id stands here at most
 *     once in a ledger's life
 * @param leaves changed leaves of the state's sparse Merkle tree, at most one per path
 * @param indexRecords the {@link IndexRecord} of each block, or none in a ledger without
 * @param history what these blocks replace in the state, if it is to be kept
 */
public record LedgerBatch(
    long firstHeight,
    List<byte[]> blocks,
    List<IndexedTransaction> transactions,
    List<Leaf> leaves,
    List<byte[]> indexRecords,
    History history) {

  /** A batch of a ledger without index records and history. */
  public LedgerBatch(
      long firstHeight,
      List<byte[]> blocks,
      List<IndexedTransaction> transactions,
      List<Leaf> leaves) {
    this(firstHeight, blocks, transactions, leaves, List.of(), History.NONE);
  }

  /**
   * An entry of the transaction index.
   *
   * @param id 16 bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
  public record IndexedTransaction(byte[] id, TransactionLocation location) {}

  /**
   * A leaf of the sparse Merkle tree.
   *
   * @param path SHA-256 of the state key
   * @param valueHash SHA-256 of the state value; null when the key is gone
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
  public record Leaf(byte[] path, byte[] valueHash) {}

  /**
   * What blocks replace in the state.
   *
   * @param blocks of how many blocks, the newest, that is kept; 0: of none, and what was kept
   *     before is removed
   * @param replaced of each block, at most one for a path
   */
  public record History(int blocks, List<List<Replaced>> replaced) {
    public static final History NONE = new History(0, List.of());
  }

  /**
   * A leaf and a value as they were before a block.
   *
   * @param before its value hash is null when the key was absent
   * @param value null when the key was absent
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
  public record Replaced(Leaf before, byte[] value) {}
}
