package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbHandle.Access;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * The ledger in a RocksDB: family {@code blocks} from height (8 bytes, big-endian) to block, {@code
 * transactions} from id to height, index and outcome (8, 4, 4 bytes), {@code leaves} from path to
 * value hash. An append is one write batch.
 */
public final class RocksDbLedgerStore implements LedgerStore {
  /** Together with the cache at most 48 MB, whatever the size of the ledger. */
  private static final long WRITE_BUFFER_BYTES = 32L << 20;

  private static final long CACHE_BYTES = 16L << 20;
  private static final long FAMILY_BUFFER_BYTES = 16L << 20;

  private static final int BLOCKS = 1;
  private static final int TRANSACTIONS = 2;
  private static final int LEAVES = 3;

  private static final int LOCATION_BYTES = 16;

  private final RocksDbHandle handle;
  private final Durability durability;
  private volatile long height;

  private RocksDbLedgerStore(RocksDbHandle handle, Durability durability, long height) {
    this.handle = handle;
    this.durability = durability;
    this.height = height;
  }

  /**
   * Opens the ledger in a directory, or creates it.
   *
   * @param durability what an append that has returned survives
   * @throws StoreException if another process has it open, or it is damaged
   */
  public static RocksDbLedgerStore open(Path directory, Durability durability) {
    return open(directory, durability, Access.READ_WRITE, RocksDbLedgerStore::lastHeight);
  }

  /**
   * Opens the ledger in a directory as it is at this moment, beside a node that may be writing to
   * it. Nothing is written, and what is written later isn't seen. Where a part of it is damaged,
   * reading just that part fails.
   *
   * @throws StoreException if there is none, if it can't be opened for damage, or if the node
   *     rearranged its files meanwhile, so that it is worth trying again
   */
  public static RocksDbLedgerStore openReadOnly(Path directory) {
    DirectoryState before = DirectoryState.of(directory);
    RocksDbLedgerStore opened =
        open(
            directory, Durability.PROCESS, Access.READ_ONLY, RocksDbLedgerStore::lastHeightOrGuess);
    if (!DirectoryState.of(directory).equals(before)) {
      opened.close();
      throw new StoreException(opened.describe() + " is being rearranged by its node");
    }
    return opened;
  }

  private static RocksDbLedgerStore open(
      Path directory, Durability durability, Access access, HeightOf heightOf) {
    RocksDbOptions options = new RocksDbOptions(WRITE_BUFFER_BYTES, CACHE_BYTES);
    RocksDbHandle handle =
        new RocksDbHandle(
            directory,
            List.of(
                options.rising("default", FAMILY_BUFFER_BYTES),
                options.rising("blocks", FAMILY_BUFFER_BYTES),
                options.lookedUp("transactions", FAMILY_BUFFER_BYTES),
                options.readAtStart("leaves", FAMILY_BUFFER_BYTES)),
            options,
            access);
    try {
      long height = handle.use(db -> heightOf.height(db, handle.family(BLOCKS)));
      return new RocksDbLedgerStore(handle, durability, height);
    } catch (RuntimeException e) {
      handle.close();
      throw e;
    }
  }

  private interface HeightOf {
    long height(RocksDB db, ColumnFamilyHandle blocks) throws RocksDBException;
  }

  private static long lastHeight(RocksDB db, ColumnFamilyHandle blocks) throws RocksDBException {
    try (RocksIterator iterator = db.newIterator(blocks)) {
      iterator.seekToLast();
      if (iterator.isValid()) {
        return ByteBuffer.wrap(iterator.key()).getLong();
      }
      iterator.status();
      return 0;
    }
  }

  /** As {@link #lastHeight}; where the end can't be read, the last block that seems to be there. */
  private static long lastHeightOrGuess(RocksDB db, ColumnFamilyHandle blocks) {
    try {
      return lastHeight(db, blocks);
    } catch (RocksDBException e) {
      long height = 0;
      while (seemsToBeThere(db, blocks, height + 1)) {
        height++;
      }
      return height;
    }
  }

  private static boolean seemsToBeThere(RocksDB db, ColumnFamilyHandle blocks, long height) {
    try {
      return db.get(blocks, bytesOf(height)) != null;
    } catch (RocksDBException e) {
      return true;
    }
  }

  @Override
  public long height() {
    return height;
  }

  @Override
  public Optional<byte[]> block(long height) {
    return Optional.ofNullable(handle.use(db -> db.get(handle.family(BLOCKS), bytesOf(height))));
  }

  @Override
  public Optional<TransactionLocation> find(byte[] transactionId) {
    byte[] value = handle.use(db -> db.get(handle.family(TRANSACTIONS), transactionId));
    return value == null ? Optional.empty() : Optional.of(locationOf(value));
  }

  private TransactionLocation locationOf(byte[] value) {
    if (value.length != LOCATION_BYTES) {
      throw new StoreException(
          describe()
              + ": an entry of the transaction index has "
              + value.length
              + " bytes instead of "
              + LOCATION_BYTES);
    }
    ByteBuffer fields = ByteBuffer.wrap(value);
    return new TransactionLocation(fields.getLong(), fields.getInt(), fields.getInt());
  }

  @Override
  public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
    forEach(LEAVES, consumer);
  }

  /** Calls {@code consumer} with each entry of the transaction index, by rising id. */
  public void forEachTransaction(BiConsumer<byte[], TransactionLocation> consumer) {
    forEach(TRANSACTIONS, (id, value) -> consumer.accept(id, locationOf(value)));
  }

  private void forEach(int family, BiConsumer<byte[], byte[]> consumer) {
    handle.use(
        db -> {
          // A scan of everything would drive all else out of the cache.
          try (ReadOptions options = new ReadOptions().setFillCache(false);
              RocksIterator iterator = db.newIterator(handle.family(family), options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
              consumer.accept(iterator.key(), iterator.value());
            }
            iterator.status();
          }
          return null;
        });
  }

  /**
   * Reads all files of tables and compares their checksums.
   *
   * @throws StoreException if one doesn't fit; the message names the file
   */
  public void verifyChecksums() {
    handle.use(
        db -> {
          db.verifyChecksum();
          return null;
        });
  }

  @Override
  public void append(LedgerBatch batch) {
    if (batch.firstHeight() != height + 1) {
      throw new IllegalArgumentException(
          "block " + batch.firstHeight() + " can't follow block " + height);
    }
    handle.write(durability, writes -> fill(writes, batch));
    height = batch.firstHeight() + batch.blocks().size() - 1;
  }

  private void fill(WriteBatch writes, LedgerBatch batch) throws RocksDBException {
    ColumnFamilyHandle blocks = handle.family(BLOCKS);
    long next = batch.firstHeight();
    for (byte[] block : batch.blocks()) {
      writes.put(blocks, bytesOf(next), block);
      next++;
    }
    ColumnFamilyHandle transactions = handle.family(TRANSACTIONS);
    for (LedgerBatch.IndexedTransaction transaction : batch.transactions()) {
      writes.put(transactions, transaction.id(), bytesOf(transaction.location()));
    }
    ColumnFamilyHandle leaves = handle.family(LEAVES);
    for (LedgerBatch.Leaf leaf : batch.leaves()) {
      if (leaf.valueHash() == null) {
        writes.delete(leaves, leaf.path());
      } else {
        writes.put(leaves, leaf.path(), leaf.valueHash());
      }
    }
  }

  private static byte[] bytesOf(long height) {
    return ByteBuffer.allocate(Long.BYTES).putLong(height).array();
  }

  private static byte[] bytesOf(TransactionLocation location) {
    return ByteBuffer.allocate(LOCATION_BYTES)
        .putLong(location.height())
        .putInt(location.index())
        .putInt(location.outcome())
        .array();
  }

  @Override
  public String describe() {
    return handle.describe();
  }

  @Override
  public void close() {
    handle.close();
  }
}
