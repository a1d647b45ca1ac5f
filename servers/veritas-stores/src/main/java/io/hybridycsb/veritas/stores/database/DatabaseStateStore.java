package io.hybridycsb.veritas.stores.database;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;

/**
 * A state in a database that one node has to itself, and that may lose it while the node lives on.
 * What the database tells is compared with the height that it has confirmed.
 */
public abstract class DatabaseStateStore implements StateStore {
  /** Replaced when the store is cleared, so that a late reader of old state spoils nothing new. */
  private volatile Era era = new Era(0);

  /** What is known of the state since the store was opened or last cleared. */
  protected static final class Era {
    /** Written by the writer alone; readers compare with it what they are told. */
    private volatile long applied;

    /** A height that may have been reached without our knowing; the writer's. */
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

    /** Says that the database may confirm a height and be cut off before it has told so. */
    public void attempt(long height) {
      attempted = height;
    }

    /** Takes a height that was attempted, and is found, for confirmed. */
    public void confirmAttempted(long found) {
      if (found == attempted) {
        applied = found;
      }
    }
  }

  /** Goes on from the height that was found at the start; below 0 if there was none. */
  protected final void takeOver(long height) {
    if (height < 0) {
      clear();
    } else {
      era = new Era(height);
    }
  }

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

  /** Says that the state is lost. */
  protected final StateLostException lost(Era now) {
    now.lost = true;
    return new StateLostException(describe(), now.applied);
  }

  /** Requires that the database is as high as it has been. */
  protected final void requireConfirmed(Era now, long height, long confirmed) {
    if (height < confirmed) {
      throw lost(now);
    }
  }

  protected static void requireNotBefore(Era now, StateBatch batch) {
    if (batch.height() < now.applied) {
      throw new IllegalArgumentException(
          "batch of height " + batch.height() + " comes after height " + now.applied);
    }
  }

  /** Requires that nobody has brought the database above a batch. */
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
