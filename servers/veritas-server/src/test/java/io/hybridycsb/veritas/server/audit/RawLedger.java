package io.hybridycsb.veritas.server.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A ledger's RocksDB in the hands of someone who may write what he likes. */
final class RawLedger implements AutoCloseable {
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final ColumnFamilyOptions uncompressed =
      new ColumnFamilyOptions().setCompressionType(CompressionType.NO_COMPRESSION);
  private final RocksDB db;

  RawLedger(Path directory) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options options = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, directory.toString())) {
        families.add(new ColumnFamilyDescriptor(name, uncompressed));
      }
    }
    try (DBOptions options = new DBOptions()) {
      db = RocksDB.open(options, directory.toString(), families, handles);
    }
  }

  private ColumnFamilyHandle family(String name) throws RocksDBException {
    for (ColumnFamilyHandle handle : handles) {
      if (new String(handle.getName(), StandardCharsets.US_ASCII).equals(name)) {
        return handle;
      }
    }
    throw new IllegalArgumentException("no family " + name);
  }

  static byte[] height(long height) {
    return ByteBuffer.allocate(Long.BYTES).putLong(height).array();
  }

  byte[] get(String family, byte[] key) throws RocksDBException {
    return db.get(family(family), key);
  }

  void put(String family, byte[] key, byte[] value) throws RocksDBException {
    db.put(family(family), key, value);
  }

  void delete(String family, byte[] key) throws RocksDBException {
    db.delete(family(family), key);
  }

  void change(String family, byte[] key, UnaryOperator<byte[]> change) throws RocksDBException {
    put(family, key, change.apply(get(family, key)));
  }

  /** Moves everything from the log into tables. */
  void flush() throws RocksDBException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, handles);
    }
  }

  @Override
  public void close() {
    handles.forEach(ColumnFamilyHandle::close);
    db.close();
    uncompressed.close();
  }
}
