package io.hybridycsb.veritas.stores.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ChecksumType;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.MemTableConfig;
import org.rocksdb.RocksDB;
import org.rocksdb.SkipListMemTableConfig;
import org.rocksdb.VectorMemTableConfig;

/**
 * Memory and column families of one database: {@code writeBufferBytes} of memtables and {@code
 * cacheBytes} of blocks, filters and indexes, shared by its families. Nothing is compressed, since
 * signatures and hashes don't shrink.
 */
final class RocksDbOptions implements AutoCloseable {
  private static final double FILTER_BITS_PER_KEY = 10;
  private static final int TABLE_BLOCK_BYTES = 16 << 10;
  private static final int METADATA_BLOCK_BYTES = 4 << 10;

  static {
    RocksDB.loadLibrary();
  }

  private final long writeBufferBytes;
  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();
  private final Cache cache;
  private final BloomFilter filter;

  RocksDbOptions(long writeBufferBytes, long cacheBytes) {
    this.writeBufferBytes = writeBufferBytes;
    cache = own(new LRUCache(cacheBytes));
    filter = own(new BloomFilter(FILTER_BITS_PER_KEY));
  }

  long writeBufferBytes() {
    return writeBufferBytes;
  }

  /** Rising keys: files never overlap, so that compaction only moves them. */
  ColumnFamilyDescriptor rising(String name, long bufferBytes) {
    return family(name, bufferBytes, CompactionStyle.LEVEL, new SkipListMemTableConfig(), false);
  }

  /** Random keys that are looked up, mostly in vain. */
  ColumnFamilyDescriptor lookedUp(String name, long bufferBytes) {
    return family(name, bufferBytes, CompactionStyle.UNIVERSAL, new SkipListMemTableConfig(), true);
  }

  /**
   * Random keys that are read only all together, in order, and when speed doesn't matter: a vector
   * memtable makes writes fast and is sorted when it is flushed.
   */
  ColumnFamilyDescriptor readAtStart(String name, long bufferBytes) {
    return family(name, bufferBytes, CompactionStyle.UNIVERSAL, new VectorMemTableConfig(), false);
  }

  private ColumnFamilyDescriptor family(
      String name,
      long bufferBytes,
      CompactionStyle style,
      MemTableConfig memTable,
      boolean filtered) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(TABLE_BLOCK_BYTES)
            .setChecksumType(ChecksumType.kXXH3)
            // Otherwise filters and indexes would take unbounded memory.
            .setCacheIndexAndFilterBlocks(true)
            // In one piece each, those of a large file fit into no shard of the cache, so that
            // each lookup would read all of them.
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(METADATA_BLOCK_BYTES)
            .setPinL0FilterAndIndexBlocksInCache(true);
    if (filtered) {
      table.setFilterPolicy(filter);
    }
    ColumnFamilyOptions options =
        own(new ColumnFamilyOptions())
            .setWriteBufferSize(bufferBytes)
            .setMaxWriteBufferNumber(2)
            .setCompactionStyle(style)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setMemTableConfig(memTable)
            .setTableFormatConfig(table);
    return new ColumnFamilyDescriptor(name.getBytes(US_ASCII), options);
  }

  private <T extends AbstractNativeReference> T own(T resource) {
    owned.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }
}
