package io.hybridycsb.veritas.core.times;

import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Divides the time of commits among components, for the one thread that decides them. Transactions
 * that are decided together wait together, so what is done for them counts for each.
 *
 * <pre>
 *   arrived ─ other ─> admitted ─ consensus ─> {@link #begin} ─ ledger, database, other ─> {@link #answered}
 * </pre>
 *
 * <p>Two things interrupt this. When a transaction's block was ordered, the values that it needs
 * were loaded ({@link #ordered}, database). And a chain may let its node wait between executing and
 * committing ({@link #pause}, consensus).
 */
public final class CommitTimes {
  private final StageTimes stages;
  private final LongSupplier clock;

  /** How long loading took for blocks that are ordered and undecided, by their height. */
  private final TreeMap<Long, Long> loadNanos = new TreeMap<>();

  private long beganNanos;
  private long pausedAtNanos;
  private long pausedNanos;
  private long databaseBefore;
  private long ledgerBefore;

  private long decided;
  private long arrivedSum;
  private long admittedSum;
  private long loadSum;
  private long lastHeight = -1;
  private long lastLoadNanos;

  public CommitTimes(StageTimes stages) {
    this(stages, System::nanoTime);
  }

  CommitTimes(StageTimes stages, LongSupplier clock) {
    this.stages = stages;
    this.clock = clock;
  }

  private long databaseNanos() {
    return stages.nanos(Stage.STATE_LOAD) + stages.nanos(Stage.STATE_WRITE);
  }

  private long ledgerNanos() {
    return stages.nanos(Stage.BUILD) + stages.nanos(Stage.LEDGER);
  }

  /** Decided transactions are about to be executed. */
  public void begin() {
    beganNanos = clock.getAsLong();
    pausedNanos = 0;
    databaseBefore = databaseNanos();
    ledgerBefore = ledgerNanos();
  }

  /** From now on, time is spent waiting for the chain. */
  public void pause() {
    pausedAtNanos = clock.getAsLong();
  }

  /** The wait for the chain is over. */
  public void resume() {
    pausedNanos += clock.getAsLong() - pausedAtNanos;
  }

  /**
   * Blocks were ordered, and what they need was loaded.
   *
   * @param from the lowest of their heights, and {@code to}, the highest
   */
  public void ordered(long from, long to, long nanos) {
    for (long height = from; height <= to; height++) {
      loadNanos.put(height, nanos);
    }
  }

  /** A transaction that was admitted here is decided. */
  public void decided(long arrivedNanos, long admittedNanos, long height) {
    if (admittedNanos - beganNanos > 0) {
      // Sent here a second time, after another node had brought it into a block.
      return;
    }
    if (height != lastHeight) {
      lastHeight = height;
      lastLoadNanos = loadNanos.getOrDefault(height, 0L);
    }
    decided++;
    arrivedSum += beganNanos - arrivedNanos;
    admittedSum += beganNanos - admittedNanos;
    loadSum += lastLoadNanos;
  }

  /**
   * The decided transactions are answered.
   *
   * @param decidedHeight the highest block that is decided
   */
  public void answered(long decidedHeight) {
    if (decided > 0) {
      long database = databaseNanos() - databaseBefore;
      long ledger = ledgerNanos() - ledgerBefore;
      long sinceBegin = clock.getAsLong() - beganNanos;
      stages
          .components()
          .add(
              Operation.COMMIT,
              decided,
              arrivedSum + decided * sinceBegin,
              admittedSum - loadSum + decided * pausedNanos,
              decided * ledger,
              decided * database + loadSum);
      decided = 0;
      arrivedSum = 0;
      admittedSum = 0;
      loadSum = 0;
    }
    lastHeight = -1;
    loadNanos.headMap(decidedHeight, true).clear();
  }
}
