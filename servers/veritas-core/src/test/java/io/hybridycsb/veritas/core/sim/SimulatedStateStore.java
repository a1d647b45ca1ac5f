package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.util.ArrayList;
import java.util.List;

/** A database that outlives its node, may forget its newest batches, or everything at any time. */
final class SimulatedStateStore extends InMemoryStateStore {
  private final CrashPoint.Trigger crash;
  private final List<StateBatch> journal = new ArrayList<>();
  private Runnable whenWritten = () -> {};
  private long changes;

  SimulatedStateStore(CrashPoint.Trigger crash) {
    this.crash = crash;
  }

  /** Keeps the oldest batches and forgets the others. */
  void rollBack(int batchesKept) {
    changes++;
    journal.subList(Math.max(0, Math.min(batchesKept, journal.size())), journal.size()).clear();
    super.clear();
    journal.forEach(super::apply);
  }

  /** Rises whenever the content may have changed. */
  long changes() {
    return changes;
  }

  int batches() {
    return journal.size();
  }

  /** Sets what other threads do right after a write, before the writer goes on. */
  void whenWritten(Runnable then) {
    whenWritten = then;
  }

  /** The node dies: what it left stays, and whoever opens it next expects nothing of it. */
  void reopen() {
    whenWritten = () -> {};
    forgetLoss();
  }

  @Override
  public void lose() {
    changes++;
    super.lose();
    journal.clear();
  }

  @Override
  public void tamper(byte[] key, byte[] value) {
    changes++;
    super.tamper(key, value);
  }

  @Override
  public void apply(StateBatch batch) {
    changes++;
    if (crash.isArmed(CrashPoint.AMID_STATE_WRITE)) {
      writePart(batch);
      crash.passing(CrashPoint.AMID_STATE_WRITE);
    }
    super.apply(batch);
    journal.add(batch);
    crash.passing(CrashPoint.AFTER_STATE_WRITE);
    whenWritten.run();
  }

  private void writePart(StateBatch batch) {
    for (StateWrite write : batch.writes().subList(0, (batch.writes().size() + 1) / 2)) {
      if (!write.isDelete()) {
        tamper(write.key(), write.value());
      }
    }
  }

  @Override
  public void clear() {
    changes++;
    super.clear();
    journal.clear();
  }
}
