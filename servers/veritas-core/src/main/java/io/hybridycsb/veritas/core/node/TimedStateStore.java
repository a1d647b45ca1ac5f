package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import java.util.List;

/** A state store of which it is timed what transactions load from it and write to it. */
final class TimedStateStore implements StateStore {
  private final StateStore store;
  private final StageTimes times;

  TimedStateStore(StateStore store, StageTimes times) {
    this.store = store;
    this.times = times;
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return times.time(Stage.STATE_LOAD, () -> store.getAll(keys));
  }

  @Override
  public void apply(StateBatch batch) {
    long start = System.nanoTime();
    store.apply(batch);
    times.add(Stage.STATE_WRITE, System.nanoTime() - start);
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    return store.scan(from, to, limit);
  }

  @Override
  public long appliedHeight() {
    return store.appliedHeight();
  }

  @Override
  public void clear() {
    store.clear();
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
