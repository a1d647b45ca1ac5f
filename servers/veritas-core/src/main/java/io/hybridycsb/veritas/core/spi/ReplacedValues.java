package io.hybridycsb.veritas.core.spi;

import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import java.util.List;

/**
 * What the newest blocks of a ledger have replaced in the state, as {@link LedgerBatch.History}
 * says to keep it. Any number of threads read. Every method throws {@link StoreException} when the
 * database fails.
 */
public interface ReplacedValues {

  /**
   * The oldest block of which it is kept; of all later ones it is, too. Above the ledger's height
   * when it is kept of none.
   */
  long firstBlock();

  /**
   * The leaves that a block has changed, as they were before it.
   *
   * @throws StoreException if they aren't kept
   */
  List<Leaf> leaves(long block);

  /**
   * The value that a block has replaced.
   *
   * @param path of a leaf that the block has changed and that was there before
   * @throws StoreException if it isn't kept
   */
  byte[] value(long block, byte[] path);
}
