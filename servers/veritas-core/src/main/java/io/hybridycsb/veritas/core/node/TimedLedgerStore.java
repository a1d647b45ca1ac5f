package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A ledger store whose appends are timed. */
final class TimedLedgerStore implements LedgerStore {
  private final LedgerStore store;
  private final StageTimes times;

  TimedLedgerStore(LedgerStore store, StageTimes times) {
    this.store = store;
    this.times = times;
  }

  @Override
  public void append(LedgerBatch batch) {
    long start = System.nanoTime();
    store.append(batch);
    times.add(Stage.LEDGER, System.nanoTime() - start);
  }

  @Override
  public long height() {
    return store.height();
  }

  @Override
  public long firstHeight() {
    return store.firstHeight();
  }

  @Override
  public void forEachIndexRecord(long lastHeight, IndexRecordConsumer consumer) {
    store.forEachIndexRecord(lastHeight, consumer);
  }

  @Override
  public Restore beginRestore() {
    return store.beginRestore();
  }

  @Override
  public Optional<byte[]> block(long height) {
    return store.block(height);
  }

  @Override
  public Optional<TransactionLocation> find(byte[] transactionId) {
    return store.find(transactionId);
  }

  @Override
  public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
    store.forEachLeaf(consumer);
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public void close() {
    store.close();
  }
}
