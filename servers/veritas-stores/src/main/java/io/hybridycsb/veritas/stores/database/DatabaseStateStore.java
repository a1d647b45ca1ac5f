package io.hybridycsb.veritas.stores.database;

import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A state in a database that one node has to itself, and that may lose it while the node lives on.
 * Every reading is compared with the height that the database has confirmed.
 */
public abstract class DatabaseStateStore implements StateStore {
  protected static final int READ_KEYS_MAX = 256;

  /** Replaced when the store is cleared, so that a late reader of old state spoils nothing new. */
  private volatile Era era = new Era(0);

  /** The knowledge about the state since the store was opened or last cleared. */
  protected static final class Era {
    /** Only the writer writes it; readers compare the database's height with it. */
    private volatile long applied;

    /** A height that the database may have reached unconfirmed; only the writer uses it. */
    private long attempted;

    private volatile boolean lost;

    private Era(long applied) {
      this.applied = applied;
      this.attempted = applied;
    }

    /** The height that was confirmed last. */
    public long applied() {
      return applied;
    }

    /** Says that the database has confirmed a height. */
    public void confirm(long height) {
      applied = height;
    }

    /** Says that the database may reach a height and be cut off before it confirms it. */
    public void attempt(long height) {
      attempted = height;
    }

    /** Treats an attempted height as confirmed if the database has it. */
    public void confirmAttempted(long found) {
      if (found == attempted) {
        applied = found;
      }
    }
  }

  /**
   * Continues from the height found at the start, or closes the store if it can't.
   *
   * @param found reads it; below 0 if there is none
   */
  protected final void takeOver(LongSupplier found) {
    try {
      long height = found.getAsLong();
      if (height < 0) {
        clear();
      } else {
        era = new Era(height);
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Reads a bounded number of values at a time, each part in an era of its own. That is enough,
   * since readers read again through {@code SelfHealingStore}, and there is one writer.
   */
  @Override
  public final List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    for (int start = 0; start < keys.size(); start += READ_KEYS_MAX) {
      values.addAll(valuesOf(keys.subList(start, Math.min(start + READ_KEYS_MAX, keys.size()))));
    }
    return values;
  }

  /** As {@link #getAll}, of 1 to {@link #READ_KEYS_MAX} keys. */
  protected abstract List<byte[]> valuesOf(List<byte[]> keys);

  @Override
  public final void clear() {
    era.lost = true;
    empty();
    era = new Era(0);
  }

  /** Removes all values, and then sets the height to 0. */
  protected abstract void empty();

  /** The era of a state that isn't lost. */
  protected final Era intactEra() {
    Era now = era;
    if (now.lost) {
      throw lost(now);
    }
    return now;
  }

  protected final StateLostException lost(Era now) {
    now.lost = true;
    return new StateLostException(describe(), now.applied);
  }

  /** Requires that the database hasn't fallen below its confirmed height. */
  protected final void requireConfirmed(Era now, long height, long confirmed) {
    if (height < confirmed) {
      throw lost(now);
    }
  }

  /** Requires that nobody else has brought the database above a batch's height. */
  protected final void requireNobodyElse(Era now, long found, long height) {
    requireConfirmed(now, found, now.applied);
    if (found > height) {
      throw writtenByOthers(found, height);
    }
  }

  protected final StoreException writtenByOthers(long found, long height) {
    return new StoreException(
        describe()
            + " is at height "
            + found
            + ", above that of the batch, "
            + height
            + ": something else writes to it");
  }
}
