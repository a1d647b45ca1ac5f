package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Replaced;
import io.hybridycsb.veritas.core.spi.ReplacedValues;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What blocks have replaced, in a ledger's family {@code default}:
 *
 * <ul>
 *   <li>From height (8 bytes) to the oldest block of which it is kept (8), and the leaves. A leaf
 *       is a path and a value hash (32 each; zero bytes: the key was absent).
 *   <li>From height and path to the value.
 * </ul>
 *
 * <p>Old blocks are not deleted one by one, since deletions among rising keys would have compaction
 * write everything again and again. Whole files are removed, and what is left in others counts for
 * nothing. That is no more than a file of 64 MB and the write buffers.
 */
final class RocksDbReplacedValues implements ReplacedValues {
  private static final Logger LOG = LoggerFactory.getLogger(RocksDbReplacedValues.class);
  private static final int FAMILY = 0;
  private static final int HASH_BYTES = 32;
  private static final byte[] ABSENT = new byte[HASH_BYTES];
  private static final byte[] LOWEST = new byte[0];

  /** Above every key, for heights are positive. */
  private static final byte[] HIGHEST = {(byte) 0xff};

  private static final int BLOCKS_BETWEEN_REMOVALS = 64;
  private static final long NONE = Long.MAX_VALUE;

  private final RocksDbHandle handle;
  private volatile long firstBlock = NONE;

  /** Whether the family may hold something that counts for nothing. */
  private boolean mayHoldRemains;

  private long removedBelow;

  /**
   * Goes on with what is kept of the blocks up to the last one. If that has no end there, or can't
   * be read, the next block begins a new history.
   *
   * @param ledgerHeight of the last block
   */
  RocksDbReplacedValues(RocksDbHandle handle, long ledgerHeight) {
    this.handle = handle;
    try {
      byte[] last = handle.lastKey(FAMILY);
      mayHoldRemains = last != null;
      if (last != null && ByteBuffer.wrap(last).getLong() == ledgerHeight) {
        firstBlock = ByteBuffer.wrap(get(ledgerHeight, LOWEST)).getLong();
      }
    } catch (StoreException e) {
      LOG.warn("history begins again, since what was kept can't be read: {}", e.getMessage());
      mayHoldRemains = true;
    }
  }

  /**
   * Adds a ledger's batch to what is written.
   *
   * @return what {@link #firstBlock} is when that is written
   */
  long fill(WriteBatch writes, LedgerBatch batch) throws RocksDBException {
    int kept = batch.history().blocks();
    ColumnFamilyHandle family = handle.family(FAMILY);
    if (mayHoldRemains && (kept == 0 || firstBlock == NONE)) {
      writes.deleteRange(family, LOWEST, HIGHEST);
    }
    if (kept == 0) {
      return NONE;
    }
    long height = batch.firstHeight() + batch.blocks().size() - 1;
    long oldest = firstBlock == NONE ? batch.firstHeight() : firstBlock;
    long first = Math.max(oldest, height - kept + 1);
    height = batch.firstHeight();
    for (List<Replaced> ofBlock : batch.history().replaced()) {
      put(writes, height++, first, ofBlock);
    }
    return first;
  }

  private void put(WriteBatch writes, long height, long first, List<Replaced> ofBlock)
      throws RocksDBException {
    ColumnFamilyHandle family = handle.family(FAMILY);
    ByteBuffer record = ByteBuffer.allocate(Long.BYTES + ofBlock.size() * 2 * HASH_BYTES);
    record.putLong(first);
    for (Replaced each : ofBlock) {
      byte[] valueHash = each.before().valueHash();
      record.put(each.before().path()).put(valueHash == null ? ABSENT : valueHash);
      if (each.value() != null) {
        writes.put(family, key(height, each.before().path()), each.value());
      }
    }
    writes.put(family, key(height, LOWEST), record.array());
  }

  /** Says that what {@link #fill} added is written. */
  void written(long first) {
    firstBlock = first;
    if (first == NONE && mayHoldRemains) {
      removeFiles(LOWEST, HIGHEST);
      // What is left now has been deleted, and is dropped by this.
      handle.use(
          db -> {
            db.compactRange(handle.family(FAMILY));
            return null;
          });
    } else if (first != NONE && first >= removedBelow + BLOCKS_BETWEEN_REMOVALS) {
      removeFiles(LOWEST, key(first, LOWEST));
      removedBelow = first;
    }
    mayHoldRemains = first != NONE;
  }

  /** Removes the files that hold keys of this range alone. */
  private void removeFiles(byte[] from, byte[] to) {
    handle.use(
        db -> {
          db.deleteFilesInRanges(handle.family(FAMILY), List.of(from, to), false);
          return null;
        });
  }

  @Override
  public long firstBlock() {
    return firstBlock;
  }

  @Override
  public List<Leaf> leaves(long block) {
    ByteBuffer record = ByteBuffer.wrap(kept(block, LOWEST));
    record.position(Long.BYTES);
    List<Leaf> leaves = new ArrayList<>(record.remaining() / (2 * HASH_BYTES));
    while (record.hasRemaining()) {
      byte[] path = new byte[HASH_BYTES];
      byte[] valueHash = new byte[HASH_BYTES];
      record.get(path).get(valueHash);
      leaves.add(new Leaf(path, Arrays.equals(valueHash, ABSENT) ? null : valueHash));
    }
    return leaves;
  }

  @Override
  public byte[] value(long block, byte[] path) {
    return kept(block, path);
  }

  private byte[] kept(long block, byte[] path) {
    byte[] found = block < firstBlock ? null : get(block, path);
    if (found == null) {
      throw new StoreException(
          handle.describe() + " doesn't keep what block " + block + " has replaced");
    }
    return found;
  }

  private byte[] get(long block, byte[] path) {
    return handle.get(FAMILY, key(block, path));
  }

  private static byte[] key(long height, byte[] path) {
    return ByteBuffer.allocate(Long.BYTES + path.length).putLong(height).put(path).array();
  }
}
