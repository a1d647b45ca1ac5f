package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.ReplacedValues;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbHandle.Access;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * The ledger in a RocksDB. An append is one write batch. The families:
 *
 * <ul>
 *   <li>The family {@code blocks}: from height (8 bytes, big-endian) to block.
 *   <li>The family {@code transactions}: from id to height, index and outcome (8, 4, 4 bytes).
 *   <li>The family {@code leaves}: from path to value hash.
 *   <li>The family {@code index}: from height to index record.
 *   <li>The family {@code default}: that of {@link RocksDbReplacedValues}.
 * </ul>
 */
public final class RocksDbLedgerStore implements LedgerStore {
  /** Together with the cache at most 48 MB, whatever the size of the ledger. */
  private static final long WRITE_BUFFER_BYTES = 32L << 20;

  private static final long CACHE_BYTES = 16L << 20;
  private static final long FAMILY_BUFFER_BYTES = 16L << 20;

  private static final int BLOCKS = 1;
  private static final int TRANSACTIONS = 2;
  private static final int LEAVES = 3;
  private static final int INDEX = 4;
  private static final int RESTORE_BATCH_BYTES = 1 << 20;

  private static final int LOCATION_BYTES = 16;

  private final RocksDbHandle handle;
  private final Durability durability;
  private final List<ColumnFamilyDescriptor> families;
  private final RocksDbReplacedValues replaced;
  private volatile long height;
  private volatile long firstHeight;

  /** Whether parts of a snapshot may be there that count for nothing yet. */
  private boolean restoring;

  private RocksDbLedgerStore(
      RocksDbHandle handle,
      Durability durability,
      List<ColumnFamilyDescriptor> families,
      long height) {
    this.handle = handle;
    this.durability = durability;
    this.families = families;
    this.height = height;
    this.replaced = new RocksDbReplacedValues(handle, height);
    this.firstHeight = firstHeight(handle);
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
   * it. Nothing is written, and later writes aren't seen. If a part is damaged, only reading that
   * part fails.
   *
   * @throws StoreException if there is none, if it can't be opened for damage, or if the node
   *     rearranged its files meanwhile, so that it is worth trying again
   */
  public static RocksDbLedgerStore openReadOnly(Path directory) {
    Set<String> before = RocksDbHandle.filesOf(directory);
    RocksDbLedgerStore opened =
        open(
            directory, Durability.PROCESS, Access.READ_ONLY, RocksDbLedgerStore::lastHeightOrGuess);
    if (!RocksDbHandle.filesOf(directory).equals(before)) {
      opened.close();
      throw new StoreException(opened.describe() + " is being rearranged by its node");
    }
    return opened;
  }

  private static RocksDbLedgerStore open(
      Path directory,
      Durability durability,
      Access access,
      ToLongFunction<RocksDbHandle> heightOf) {
    RocksDbOptions options = new RocksDbOptions(WRITE_BUFFER_BYTES, CACHE_BYTES);
    List<ColumnFamilyDescriptor> families =
        List.of(
            options.rising("default", FAMILY_BUFFER_BYTES),
            options.rising("blocks", FAMILY_BUFFER_BYTES),
            options.lookedUp("transactions", FAMILY_BUFFER_BYTES),
            options.readAtStart("leaves", FAMILY_BUFFER_BYTES),
            options.rising("index", FAMILY_BUFFER_BYTES));
    RocksDbHandle handle = new RocksDbHandle(directory, families, options, access);
    try {
      long height = heightOf.applyAsLong(handle);
      RocksDbLedgerStore store = new RocksDbLedgerStore(handle, durability, families, height);
      if (access == Access.READ_WRITE && height == 0) {
        // The node may have died while it restored a snapshot.
        store.forgetRestore();
      }
      return store;
    } catch (RuntimeException e) {
      handle.close();
      throw e;
    }
  }

  private static long lastHeight(RocksDbHandle handle) {
    byte[] last = handle.lastKey(BLOCKS);
    return last == null ? 0 : ByteBuffer.wrap(last).getLong();
  }

  /** 0 where there is none, and where the beginning is damaged. */
  private static long firstHeight(RocksDbHandle handle) {
    byte[] first = handle.firstKey(BLOCKS);
    return first == null ? 0 : ByteBuffer.wrap(first).getLong();
  }

  /** As {@link #lastHeight}; where the end can't be read, the last block that seems to be there. */
  private static long lastHeightOrGuess(RocksDbHandle handle) {
    try {
      return lastHeight(handle);
    } catch (StoreException e) {
      long height = 0;
      while (seemsToBeThere(handle, height + 1)) {
        height++;
      }
      return height;
    }
  }

  private static boolean seemsToBeThere(RocksDbHandle handle, long height) {
    try {
      return handle.get(BLOCKS, bytesOf(height)) != null;
    } catch (StoreException e) {
      return true;
    }
  }

  @Override
  public long height() {
    return height;
  }

  @Override
  public long firstHeight() {
    return firstHeight;
  }

  @Override
  public Optional<byte[]> block(long height) {
    return Optional.ofNullable(handle.get(BLOCKS, bytesOf(height)));
  }

  @Override
  public Optional<TransactionLocation> find(byte[] transactionId) {
    byte[] value = handle.get(TRANSACTIONS, transactionId);
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
  public List<byte[]> lastTransactions(int limit) {
    return handle.use(
        db -> {
          List<byte[]> ids = new ArrayList<>();
          try (ReadOptions options = RocksDbHandle.scanning();
              RocksIterator iterator = db.newIterator(handle.family(TRANSACTIONS), options)) {
            for (iterator.seekToLast(); iterator.isValid() && ids.size() < limit; iterator.prev()) {
              ids.add(iterator.key());
            }
            iterator.status();
          }
          return ids;
        });
  }

  @Override
  public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
    handle.forEach(LEAVES, consumer);
  }

  /** Calls {@code consumer} with each entry of the transaction index, by rising id. */
  public void forEachTransaction(BiConsumer<byte[], TransactionLocation> consumer) {
    handle.forEach(TRANSACTIONS, (id, value) -> consumer.accept(id, locationOf(value)));
  }

  @Override
  public void forEachIndexRecord(long lastHeight, IndexRecordConsumer consumer) {
    try (Slice end = new Slice(bytesOf(lastHeight + 1));
        ReadOptions options = RocksDbHandle.scanning().setIterateUpperBound(end)) {
      handle.forEach(
          INDEX,
          options,
          (height, record) -> consumer.accept(ByteBuffer.wrap(height).getLong(), record));
    }
  }

  @Override
  public ReplacedValues replaced() {
    return replaced;
  }

  @Override
  public Restore beginRestore() {
    if (height > 0) {
      throw new IllegalStateException(describe() + " isn't empty");
    }
    forgetRestore();
    restoring = true;
    return new RestoreInBatches();
  }

  private void forgetRestore() {
    restoring = false;
    for (int family : new int[] {TRANSACTIONS, LEAVES, INDEX}) {
      handle.recreate(family, families.get(family));
    }
  }

  /** The block is written last: without one, what was written before it counts for nothing. */
  private final class RestoreInBatches implements Restore {
    private final List<LedgerBatch.IndexedTransaction> transactions = new ArrayList<>();
    private final List<LedgerBatch.Leaf> leaves = new ArrayList<>();
    private final Map<Long, byte[]> records = new TreeMap<>();
    private long bytes;

    @Override
    public void index(long at, byte[] indexRecord) {
      records.put(at, indexRecord);
      transactions.addAll(IndexRecord.decode(at, indexRecord));
      writeIfMany(2L * indexRecord.length);
    }

    @Override
    public void leaf(byte[] path, byte[] valueHash) {
      leaves.add(new LedgerBatch.Leaf(path, valueHash));
      writeIfMany(path.length + valueHash.length);
    }

    @Override
    public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
      handle.write(Durability.PROCESS, this::fillWithParts);
      handle.forEach(LEAVES, consumer);
    }

    @Override
    public void abandon() {
      clearParts();
      forgetRestore();
    }

    private void writeIfMany(long added) {
      bytes += added;
      if (bytes >= RESTORE_BATCH_BYTES) {
        handle.write(Durability.PROCESS, this::fillWithParts);
      }
    }

    private void fillWithParts(WriteBatch writes) throws RocksDBException {
      for (Map.Entry<Long, byte[]> each : records.entrySet()) {
        writes.put(handle.family(INDEX), bytesOf(each.getKey()), each.getValue());
      }
      fill(writes, new LedgerBatch(0, List.of(), transactions, leaves));
      clearParts();
    }

    private void clearParts() {
      records.clear();
      transactions.clear();
      leaves.clear();
      bytes = 0;
    }

    @Override
    public void finish(long at, byte[] block) {
      handle.write(
          Durability.MACHINE,
          writes -> {
            fillWithParts(writes);
            writes.put(handle.family(BLOCKS), bytesOf(at), block);
          });
      restoring = false;
      firstHeight = at;
      height = at;
    }
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
    if (restoring) {
      forgetRestore();
    }
    long[] firstReplaced = new long[1];
    handle.write(
        durability,
        writes -> {
          fill(writes, batch);
          firstReplaced[0] = replaced.fill(writes, batch);
        });
    replaced.written(firstReplaced[0]);
    height = batch.firstHeight() + batch.blocks().size() - 1;
    if (firstHeight == 0) {
      firstHeight = batch.firstHeight();
    }
  }

  private void fill(WriteBatch writes, LedgerBatch batch) throws RocksDBException {
    put(writes, BLOCKS, batch.firstHeight(), batch.blocks());
    put(writes, INDEX, batch.firstHeight(), batch.indexRecords());
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

  private void put(WriteBatch writes, int family, long first, List<byte[]> values)
      throws RocksDBException {
    for (int i = 0; i < values.size(); i++) {
      writes.put(handle.family(family), bytesOf(first + i), values.get(i));
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
