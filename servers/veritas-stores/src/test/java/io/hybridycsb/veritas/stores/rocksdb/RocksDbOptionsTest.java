package io.hybridycsb.veritas.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.stores.rocksdb.RocksDbHandle.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;

class RocksDbOptionsTest {
  private static final long BUFFER_BYTES = 32L << 20;

  /** Its shards have half of it, which is less than the filter of all keys. */
  private static final long CACHE_BYTES = 1L << 20;

  private static final int KEYS = 500_000;
  private static final int KEY_BYTES = 32;
  private static final int VALUE_BYTES = 16;
  private static final int LOOKUPS = 1_000;

  /** A block of the table, and what a filter and an index have for it, with room to spare. */
  private static final long LOOKUP_BYTES_MAX = 64 << 10;

  @TempDir private Path directory;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aLookupReadsAFewBlocksHoweverManyKeysTheTableHas() throws IOException {
    try (RocksDbHandle handle = filled()) {
      long before = bytesRead();
      Random keys = new Random(1);
      for (int i = 0; i < LOOKUPS; i++) {
        byte[] key = next(keys);
        byte[] value = handle.use(db -> db.get(handle.family(1), key));
        assertThat(value).hasSize(VALUE_BYTES);
      }
      assertThat((bytesRead() - before) / LOOKUPS).isLessThan(LOOKUP_BYTES_MAX);
    }
  }

  private RocksDbHandle filled() {
    RocksDbOptions options = new RocksDbOptions(2 * BUFFER_BYTES, CACHE_BYTES);
    List<ColumnFamilyDescriptor> families =
        List.of(
            options.rising("default", BUFFER_BYTES), options.lookedUp("lookedUp", BUFFER_BYTES));
    RocksDbHandle handle = new RocksDbHandle(directory, families, options, Access.READ_WRITE);
    Random keys = new Random(1);
    handle.write(
        Durability.PROCESS,
        batch -> {
          for (int i = 0; i < KEYS; i++) {
            batch.put(handle.family(1), next(keys), new byte[VALUE_BYTES]);
          }
        });
    handle.use(
        db -> {
          db.compactRange(handle.family(1));
          return null;
        });
    return handle;
  }

  private static byte[] next(Random keys) {
    byte[] key = new byte[KEY_BYTES];
    keys.nextBytes(key);
    return key;
  }

  /** What this process has read from files, whether or not the system had them in memory. */
  private static long bytesRead() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
        .findFirst()
        .orElseThrow();
  }
}
