package io.hybridycsb.veritas.tendermint.sim;

import io.hybridycsb.veritas.core.sim.SimulatedStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.util.List;
import java.util.Random;

/** A node's database, of which others of its threads may see a batch that is half written. */
final class WatchedStateStore implements StateStore {
  private final SimulatedStateStore store;
  private final Random random;
  private final Runnable amidWrite;

  /**
   * @param amidWrite what the other threads do
   */
  WatchedStateStore(SimulatedStateStore store, Random random, Runnable amidWrite) {
    this.store = store;
    this.random = random;
    this.amidWrite = amidWrite;
  }

  @Override
  public void apply(StateBatch batch) {
    if (random.nextInt(4) == 0) {
      store.appliedHeight();
      for (StateWrite write : batch.writes()) {
        if (random.nextBoolean() && !write.isDelete()) {
          store.tamper(write.key(), write.value());
        }
      }
      amidWrite.run();
    }
    store.apply(batch);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return store.getAll(keys);
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
