package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.node.StageTimes.Stage;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.state.StateRecovery;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's view of the state store: while the store can't be reached the writer waits, and when
 * it comes back, perhaps empty, it is brought up from the ledger first. The ledger is always
 * written before the state, so nothing is lost.
 */
final class SelfHealingStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(SelfHealingStore.class);
  private static final long RETRY_MS = 200;

  private final StateStore store;
  private final Ledger ledger;
  private final StageTimes times;

  /** Odd while the store is being brought up. */
  private final AtomicLong healings = new AtomicLong();

  SelfHealingStore(StateStore store, Ledger ledger, StageTimes times) {
    this.store = store;
    this.ledger = ledger;
    this.times = times;
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return times.time(Stage.STATE_STORE, () -> healing(() -> store.getAll(keys)));
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    return healing(() -> store.scan(from, to, limit));
  }

  /**
   * Applies the batch; where that fails, the ledger, which holds it already, is applied instead.
   */
  @Override
  public void apply(StateBatch batch) {
    long start = System.nanoTime();
    try {
      store.apply(batch);
    } catch (StoreException e) {
      heal(e);
    }
    times.add(Stage.STATE_STORE, System.nanoTime() - start);
  }

  private <T> T healing(Supplier<T> call) {
    while (true) {
      try {
        return call.get();
      } catch (StoreException e) {
        heal(e);
      }
    }
  }

  private void heal(StoreException cause) {
    LOG.warn("{}; waiting for the state store", cause.getMessage());
    healings.incrementAndGet();
    while (true) {
      try {
        StateRecovery.run(ledger, store);
        healings.incrementAndGet();
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
      Thread.currentThread().interrupt();
      throw new StoreException("stopped while waiting: " + cause.getMessage(), cause);
    }
  }

  /** Reads that fail while the store is being brought up from the ledger. */
  StateReader forReaders() {
    return new StateReader() {
      @Override
      public List<byte[]> getAll(List<byte[]> keys) {
        return whole(() -> store.getAll(keys));
      }

      @Override
      public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
        return whole(() -> store.scan(from, to, limit));
      }
    };
  }

  private <T> T whole(Supplier<T> read) {
    long before = healings.get();
    T result = read.get();
    if (before % 2 != 0 || healings.get() != before) {
      throw new StoreException(store.describe() + " is being filled from the ledger");
    }
    return result;
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
