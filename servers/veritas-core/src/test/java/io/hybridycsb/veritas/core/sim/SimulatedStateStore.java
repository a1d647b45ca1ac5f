package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.util.ArrayList;
import java.util.List;

/** A database that outlives its node, may forget its newest batches, or everything at any time. */
public final class SimulatedStateStore extends InMemoryStateStore {
  private final CrashPoint.Trigger crash;
  private final List<StateBatch> journal = new ArrayList<>();
  private Runnable whenWritten = () -> {};
  private long changes;
  private boolean lost;
  private int refusals;
  private boolean refusesAfterWriting;

  public SimulatedStateStore(CrashPoint.Trigger crash) {
    this.crash = crash;
  }

  /** Keeps the oldest batches and forgets the others. */
  public void rollBack(int batchesKept) {
    changes++;
    lost = false;
    journal.subList(Math.max(0, Math.min(batchesKept, journal.size())), journal.size()).clear();
    super.clear();
    journal.forEach(super::apply);
  }

  /** The database is gone and its node hasn't noticed yet. */
  boolean isLost() {
    return lost;
  }

  /**
   * The database can't be reached by the next calls.
   *
   * @param afterWriting whether it makes a write that it doesn't answer any more
   */
  void refuse(int calls, boolean afterWriting) {
    refusals = calls;
    refusesAfterWriting = afterWriting;
  }

  boolean isRefusing() {
    return refusals > 0;
  }

  /** The database can be reached again. */
  void mend() {
    refusals = 0;
  }

  private void refuseIfTold() {
    if (refusals > 0) {
      refusals--;
      throw new SimulatedRefusal("the database can't be reached");
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    refuseIfTold();
    return super.getAll(keys);
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    refuseIfTold();
    return super.scan(from, to, limit);
  }

  @Override
  public long appliedHeight() {
    if (refusals > 1) {
      // Whoever waits for it now is stopped: it won't come back while its node lives.
      Thread.currentThread().interrupt();
    }
    refuseIfTold();
    return super.appliedHeight();
  }

  /** Rises whenever the content may have changed. */
  public long changes() {
    return changes;
  }

  public int batches() {
    return journal.size();
  }

  /** Sets what other threads do right after a write, before the writer goes on. */
  void whenWritten(Runnable then) {
    whenWritten = then;
  }

  /** The node dies: what it left stays, and whoever opens it next expects nothing of it. */
  public void reopen() {
    whenWritten = () -> {};
    lost = false;
    forgetLoss();
  }

  @Override
  public void lose() {
    changes++;
    lost = true;
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
    if (!refusesAfterWriting) {
      refuseIfTold();
    }
    changes++;
    if (crash.isArmed(CrashPoint.AMID_STATE_WRITE)) {
      writePart(batch);
      crash.passing(CrashPoint.AMID_STATE_WRITE);
    }
    super.apply(batch);
    journal.add(batch);
    refuseIfTold();
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
    refuseIfTold();
    changes++;
    lost = false;
    super.clear();
    journal.clear();
    whenWritten.run();
  }
}
