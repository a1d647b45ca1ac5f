package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbLedgerStore;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A node's ledger on disk, while the node may be writing to it. It shows the ledger as it was when
 * opened; to see more, close it and open it again.
 */
final class NodeLedger implements AutoCloseable {
  private static final int OPEN_ATTEMPTS = 20;
  private static final long OPEN_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final String name;
  private final Path directory;
  private RocksDbLedgerStore store;
  private long height;

  NodeLedger(String name, Path directory) {
    this.name = name;
    this.directory = directory;
  }

  String name() {
    return name;
  }

  /**
   * @throws StoreException if it can't be opened, even after some attempts
   */
  void open() {
    close();
    for (int attempt = 1; store == null; attempt++) {
      try {
        store = RocksDbLedgerStore.openReadOnly(directory);
      } catch (StoreException e) {
        if (attempt == OPEN_ATTEMPTS) {
          throw e;
        }
        LockSupport.parkNanos(OPEN_RETRY_NANOS);
      }
    }
    height = store.height();
  }

  boolean isOpen() {
    return store != null;
  }

  /** The height of the last block when it was opened last. */
  long height() {
    return height;
  }

  /** What was opened last; not to be used once this is closed. */
  RocksDbLedgerStore store() {
    return store;
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
      store = null;
    }
  }
}
