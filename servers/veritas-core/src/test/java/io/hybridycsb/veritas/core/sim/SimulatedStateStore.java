package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.util.ArrayList;
import java.util.List;

/** A database that outlives its node, may forget its newest batches, or everything at any time. */
final class SimulatedStateStore implements StateStore {
  private final CrashPoint.Trigger crash;
  private final List<StateBatch> journal = new ArrayList<>();
  private InMemoryStateStore store = new InMemoryStateStore();
  private long changes;

  SimulatedStateStore(CrashPoint.Trigger crash) {
    this.crash = crash;
  }

  /** Keeps the oldest batches and forgets the others. */
  void rollBack(int batchesKept) {
    changes++;
    journal.subList(Math.max(0, Math.min(batchesKept, journal.size())), journal.size()).clear();
    store = new InMemoryStateStore();
    journal.forEach(store::apply);
  }

  /** Rises whenever the content may have changed. */
  long changes() {
    return changes;
  }

  int batches() {
    return journal.size();
  }

  /** The node dies: what it left stays, and whoever opens it next expects nothing of it. */
  void reopen() {
    store = store.reopened();
  }

  /** Empties the database under a running node. */
  void lose() {
    changes++;
    store.lose();
    journal.clear();
  }

  /** Overwrites a value behind the node's back. */
  void tamper(byte[] key, byte[] value) {
    changes++;
    store.tamper(key, value);
  }

  @Override
  public void apply(StateBatch batch) {
    changes++;
    if (crash.isArmed(CrashPoint.AMID_STATE_WRITE)) {
      writePart(batch);
      crash.passing(CrashPoint.AMID_STATE_WRITE);
    }
    store.apply(batch);
    journal.add(batch);
    crash.passing(CrashPoint.AFTER_STATE_WRITE);
  }

  private void writePart(StateBatch batch) {
    for (StateWrite write : batch.writes().subList(0, (batch.writes().size() + 1) / 2)) {
      if (!write.isDelete()) {
        store.tamper(write.key(), write.value());
      }
    }
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
    changes++;
    store.clear();
    journal.clear();
  }

  @Override
  public String describe() {
    return "state";
  }

  @Override
  public void close() {}
}
