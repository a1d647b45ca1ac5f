package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * An open RocksDB. Makes sure that no native object is used after it is freed, which would crash
 * the process, and that every failure names the directory.
 */
final class RocksDbHandle implements AutoCloseable {
  private static final long WAL_BYTES_MAX = 64L << 20;

  private final Path directory;
  private final ReadWriteLock openLock = new ReentrantReadWriteLock();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDbOptions options;
  private final WriteOptions unsynced = new WriteOptions();
  private final WriteOptions synced = new WriteOptions();
  private RocksDB db;

  /** How to open. */
  enum Access {
    /** For this process alone; the database is created if there is none. */
    READ_WRITE,
    /** As it is at this moment, beside a process that may be writing to it; nothing is written. */
    READ_ONLY
  }

  interface Operation<T> {
    T on(RocksDB db) throws RocksDBException;
  }

  /** Says what a batch writes. */
  interface Filling {
    void fill(WriteBatch batch) throws RocksDBException;
  }

  /**
   * Opens the database, or creates it.
   *
   * @param families all column families, {@code default} first
   * @param options the options behind {@code families}; closed together with the database
   */
  RocksDbHandle(
      Path directory,
      List<ColumnFamilyDescriptor> families,
      RocksDbOptions options,
      Access access) {
    this.directory = directory;
    this.options = options;
    synced.setSync(true);
    try (DBOptions dbOptions = dbOptions(options)) {
      if (access == Access.READ_ONLY) {
        db = RocksDB.openReadOnly(dbOptions, directory.toString(), families, this.families);
      } else {
        Files.createDirectories(directory);
        db = RocksDB.open(dbOptions, directory.toString(), families, this.families);
      }
    } catch (RocksDBException e) {
      close();
      throw openFailure(e);
    } catch (IOException e) {
      close();
      throw new StoreException(describe() + ": the directory can't be created: " + e, e);
    }
  }

  /**
   * The names of logs and tables, and of manifests with their length, which grows with every
   * rearrangement. A reader that goes through the files while a writer moves data from logs to
   * tables can miss data. If this is the same before and after, it hasn't.
   *
   * @throws StoreException if there is no such directory, or a file vanished while it was looked at
   */
  static Set<String> filesOf(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new StoreException("rocksdb " + directory + ": there is no such directory");
    }
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("MANIFEST-")) {
          names.add(name + " " + Files.size(file));
        } else if (name.endsWith(".log") || name.endsWith(".sst") || name.equals("CURRENT")) {
          names.add(name);
        }
      }
    } catch (IOException e) {
      throw new StoreException("rocksdb " + directory + " can't be listed: " + e, e);
    }
    return names;
  }

  private static DBOptions dbOptions(RocksDbOptions options) {
    return new DBOptions()
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setParanoidChecks(true)
        // A log's torn tail was never confirmed; damage before it is an error, not the end.
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setMaxTotalWalSize(WAL_BYTES_MAX)
        .setDbWriteBufferSize(options.writeBufferBytes())
        .setMaxBackgroundJobs(1)
        // With one writer, neither feature is worth its locks.
        .setAllowConcurrentMemtableWrite(false)
        .setEnableWriteThreadAdaptiveYield(false)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(2);
  }

  ColumnFamilyHandle family(int index) {
    return families.get(index);
  }

  <T> T use(Operation<T> operation) {
    return locked(openLock.readLock(), operation);
  }

  /** Runs while no other operation does. */
  <T> T useAlone(Operation<T> operation) {
    return locked(openLock.writeLock(), operation);
  }

  private <T> T locked(Lock lock, Operation<T> operation) {
    lock.lock();
    try {
      if (db == null) {
        throw new StoreException(describe() + " was closed");
      }
      return operation.on(db);
    } catch (RocksDBException e) {
      throw new StoreException(describe() + ": " + e.getMessage(), e);
    } finally {
      lock.unlock();
    }
  }

  /** The value of a key; null if there is none. */
  byte[] get(int family, byte[] key) {
    return use(open -> open.get(families.get(family), key));
  }

  /** The greatest key of a family; null if it is empty. */
  byte[] lastKey(int family) {
    return use(
        open -> {
          try (RocksIterator iterator = open.newIterator(families.get(family))) {
            iterator.seekToLast();
            iterator.status();
            return iterator.isValid() ? iterator.key() : null;
          }
        });
  }

  /** The least key of a family; null if it is empty, or if its beginning is damaged. */
  byte[] firstKey(int family) {
    return use(
        open -> {
          try (RocksIterator iterator = open.newIterator(families.get(family))) {
            iterator.seekToFirst();
            return iterator.isValid() ? iterator.key() : null;
          }
        });
  }

  /** For a full scan, which would evict everything else from the cache. */
  static ReadOptions scanning() {
    return new ReadOptions().setFillCache(false);
  }

  /** Calls {@code consumer} with each key and value of a family. */
  void forEach(int family, BiConsumer<byte[], byte[]> consumer) {
    try (ReadOptions options = scanning()) {
      forEach(family, options, consumer);
    }
  }

  /** Calls {@code consumer} with each key and value of a family that options let through. */
  void forEach(int family, ReadOptions options, BiConsumer<byte[], byte[]> consumer) {
    use(
        open -> {
          try (RocksIterator iterator = open.newIterator(families.get(family), options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
              consumer.accept(iterator.key(), iterator.value());
            }
            iterator.status();
          }
          return null;
        });
  }

  /** Fills a batch and writes it as a whole. */
  void write(Durability durability, Filling filling) {
    use(
        open -> {
          try (WriteBatch batch = new WriteBatch()) {
            filling.fill(batch);
            open.write(durability == Durability.MACHINE ? synced : unsynced, batch);
          }
          return null;
        });
  }

  /** Empties a family by dropping it and creating it again. */
  void recreate(int index, ColumnFamilyDescriptor descriptor) {
    useAlone(
        open -> {
          ColumnFamilyHandle old = families.get(index);
          open.dropColumnFamily(old);
          old.close();
          families.set(index, open.createColumnFamily(descriptor));
          return null;
        });
  }

  private StoreException openFailure(RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("lock")) {
      return new StoreException(describe() + " is in use by another process", e);
    }
    return new StoreException(describe() + " can't be opened: " + message, e);
  }

  String describe() {
    return "rocksdb " + directory;
  }

  /** Waits for the operations under way. */
  @Override
  public void close() {
    Lock lock = openLock.writeLock();
    lock.lock();
    try {
      for (ColumnFamilyHandle family : families) {
        family.close();
      }
      families.clear();
      if (db != null) {
        db.close();
        db = null;
      }
      unsynced.close();
      synced.close();
      options.close();
    } finally {
      lock.unlock();
    }
  }
}
