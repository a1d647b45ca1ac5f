package io.hybridycsb.veritas.core.state;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state store as a node uses it. While the store can't be reached its one writer waits, and
 * when it comes back, perhaps empty, it is brought up from the ledger first. The ledger is always
 * written before the state, so nothing is lost. {@link #lookAfter} does the same while nobody
 * writes.
 *
 * <p>Readers don't wait: {@link #forReaders}. While the store is brought up it holds an old state,
 * which no client may see.
 */
public final class SelfHealingStore implements StateReader {
  private static final Logger LOG = LoggerFactory.getLogger(SelfHealingStore.class);
  private static final long RETRY_MS = 200;
  private static final long LOOK_EVERY_MS = 1_000;

  private final StateStore store;
  private final Ledger ledger;
  private final StateSource source;
  private final StageTimes times;

  /** Held by whoever writes to the store: the one writer, or who looks after it. */
  private final ReentrantLock writing = new ReentrantLock();

  /** Held for writing while the store is brought up, and for good if that is given up. */
  private final StampedLock bringingUp = new StampedLock();

  /** The stamp of {@link #bringingUp} while it is held for writing; guarded by {@link #writing}. */
  private long bringingUpStamp;

  /** A permit: a reader has found that the store has lost its state. */
  private final Semaphore foundLost = new Semaphore(0);

  /**
   * @param source what an empty store begins with
   * @param times counts the time that the writer's reads and writes take
   */
  public SelfHealingStore(StateStore store, Ledger ledger, StateSource source, StageTimes times) {
    this.store = store;
    this.ledger = ledger;
    this.source = source;
    this.times = times;
  }

  /** Fills the store again after the ledger was restored; for the writer's thread. */
  public void ledgerRestored() {
    alone(
        () -> {
          bringUp();
          return null;
        });
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return times.time(Stage.STATE_LOAD, () -> alone(() -> healing(() -> store.getAll(keys))));
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    return alone(() -> healing(() -> store.scan(from, to, limit)));
  }

  /**
   * The store as readers see it. A read throws {@link StoreException} if the store can't answer, or
   * is brought up from the ledger meanwhile.
   */
  public StateReader forReaders() {
    return new StateReader() {
      @Override
      public List<byte[]> getAll(List<byte[]> keys) {
        return unlessHealed(() -> store.getAll(keys));
      }

      @Override
      public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
        return unlessHealed(() -> store.scan(from, to, limit));
      }
    };
  }

  private <T> T unlessHealed(Supplier<T> read) {
    long stamp = bringingUp.tryOptimisticRead();
    if (stamp != 0) {
      T result = reading(read);
      if (bringingUp.validate(stamp)) {
        return result;
      }
    }
    throw new StoreException(store.describe() + " is being brought up from the ledger");
  }

  private <T> T reading(Supplier<T> read) {
    try {
      return read.get();
    } catch (StateLostException e) {
      foundLost.release();
      throw e;
    }
  }

  /**
   * Brings the store up whenever it has lost its state: as soon as a reader finds it, and otherwise
   * within a second. Returns when its thread is interrupted.
   */
  public void lookAfter() {
    try {
      while (true) {
        foundLost.tryAcquire(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
        foundLost.drainPermits();
        healIfLost();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Brings the store up if it has lost its state. */
  public void healIfLost() {
    alone(
        () -> {
          try {
            store.appliedHeight();
          } catch (StateLostException e) {
            heal(e);
          } catch (StoreException e) {
            LOG.debug("{}; whether it has lost anything is seen when it is back", e.getMessage());
          }
          return null;
        });
  }

  /** Applies the batch. If that fails, applies the ledger, which has the batch already. */
  public void apply(StateBatch batch) {
    long start = System.nanoTime();
    alone(
        () -> {
          try {
            store.apply(batch);
          } catch (StoreException e) {
            heal(e);
          }
          return null;
        });
    times.add(Stage.STATE_WRITE, System.nanoTime() - start);
  }

  private <T> T alone(Supplier<T> work) {
    try {
      if (!writing.tryLock()) {
        writing.lockInterruptibly();
      }
    } catch (InterruptedException e) {
      throw stopped(store.describe() + " is being brought up from the ledger", e);
    }
    try {
      return work.get();
    } finally {
      writing.unlock();
    }
  }

  private <T> T healing(Supplier<T> call) {
    boolean healed = false;
    while (true) {
      try {
        return call.get();
      } catch (StoreException e) {
        if (healed) {
          pause(e);
        }
        heal(e);
        healed = true;
      }
    }
  }

  private void heal(StoreException cause) {
    LOG.warn("{}; waiting for the state store", cause.getMessage());
    bringUp();
  }

  private void bringUp() {
    if (!bringingUp.isWriteLocked()) {
      bringingUpStamp = bringingUp.writeLock();
    }
    while (true) {
      try {
        StateRecovery.run(ledger, store, source);
        bringingUp.unlockWrite(bringingUpStamp);
        LOG.info("{} is up to date with the ledger again", store.describe());
        return;
      } catch (StoreException e) {
        pause(e);
      }
    }
  }

  private static void pause(StoreException cause) {
    try {
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      throw stopped(cause.getMessage(), cause);
    }
  }

  private static StoreException stopped(String waitedFor, Exception cause) {
    Thread.currentThread().interrupt();
    return new StoreException("stopped while waiting: " + waitedFor, cause);
  }
}
