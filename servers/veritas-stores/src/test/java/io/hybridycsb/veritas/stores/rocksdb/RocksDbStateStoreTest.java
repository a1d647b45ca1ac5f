package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbStateStoreTest extends StateStoreContract {
  @TempDir private Path directory;

  @Override
  protected StateStore open() {
    return RocksDbStateStore.open(directory);
  }
}
