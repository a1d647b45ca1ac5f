package io.hybridycsb.veritas.stores.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbHandle.Access;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * The state in a RocksDB: family {@code state} from key to value, and under {@code height} in
 * family {@code default} the applied height (8 bytes, big-endian). A batch is one write batch.
 */
public final class RocksDbStateStore implements StateStore {
  private static final long WRITE_BUFFER_BYTES = 32L << 20;
  private static final long CACHE_BYTES = 32L << 20;
  private static final long FAMILY_BUFFER_BYTES = 16L << 20;

  private static final int META = 0;
  private static final int STATE = 1;
  private static final byte[] HEIGHT = "height".getBytes(US_ASCII);

  private final RocksDbHandle handle;
  private final ColumnFamilyDescriptor stateFamily;

  private RocksDbStateStore(RocksDbHandle handle, ColumnFamilyDescriptor stateFamily) {
    this.handle = handle;
    this.stateFamily = stateFamily;
  }

  /**
   * Opens the state in a directory, or creates it.
   *
   * @throws StoreException if another process has it open, or it is damaged
   */
  public static RocksDbStateStore open(Path directory) {
    RocksDbOptions options = new RocksDbOptions(WRITE_BUFFER_BYTES, CACHE_BYTES);
    ColumnFamilyDescriptor state = options.lookedUp("state", FAMILY_BUFFER_BYTES);
    return new RocksDbStateStore(
        new RocksDbHandle(
            directory,
            List.of(options.rising("default", FAMILY_BUFFER_BYTES), state),
            options,
            Access.READ_WRITE),
        state);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    return handle.use(
        db -> {
          ColumnFamilyHandle state = handle.family(STATE);
          return db.multiGetAsList(Collections.nCopies(keys.size(), state), keys);
        });
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    return handle.use(
        db -> {
          List<StateEntry> entries = new ArrayList<>();
          try (Slice end = new Slice(to);
              ReadOptions options = new ReadOptions().setIterateUpperBound(end);
              RocksIterator iterator = db.newIterator(handle.family(STATE), options)) {
            iterator.seek(from);
            while (entries.size() < limit && iterator.isValid()) {
              entries.add(new StateEntry(iterator.key(), iterator.value()));
              iterator.next();
            }
            iterator.status();
          }
          return entries;
        });
  }

  @Override
  public void apply(StateBatch batch) {
    batch.requireNotBefore(appliedHeight());
    handle.write(
        Durability.PROCESS,
        writes -> {
          ColumnFamilyHandle state = handle.family(STATE);
          for (StateWrite write : batch.writes()) {
            if (write.isDelete()) {
              writes.delete(state, write.key());
            } else {
              writes.put(state, write.key(), write.value());
            }
          }
          writes.put(
              handle.family(META),
              HEIGHT,
              ByteBuffer.allocate(Long.BYTES).putLong(batch.height()).array());
        });
  }

  @Override
  public long appliedHeight() {
    byte[] height = handle.get(META, HEIGHT);
    return height == null ? 0 : ByteBuffer.wrap(height).getLong();
  }

  @Override
  public void clear() {
    // Dropping a family is synced at once: the height must not come back without it.
    handle.write(Durability.MACHINE, writes -> writes.delete(handle.family(META), HEIGHT));
    handle.recreate(STATE, stateFamily);
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
