package io.hybridycsb.veritas.core.times;

import io.hybridycsb.metrics.ComponentTimes;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The total time that a node's threads have spent on each stage, and {@link ComponentTimes}: where
 * its operations have spent their time. Times are elapsed, so on a machine with more work than
 * cores they include waiting for one.
 */
public final class StageTimes {

  /** What a node does. */
  public enum Stage {
    /** Checking, packing and signing what clients commit here. */
    PROPOSE,
    /** Decoding what the shared log holds, and checking its signatures. */
    CHECK,
    /** Judging transactions, counting votes, executing what is decided. */
    EXECUTE,
    /** Making blocks of what is decided: the state's tree, hashes, encoding. */
    BUILD,
    /** Writing the ledger. */
    LEDGER,
    /** Loading from the state store what transactions read and write. */
    STATE_LOAD,
    /** Writing to the state store. */
    STATE_WRITE,
    /** Answering reads from the state store. */
    READ
  }

  private final Map<Stage, LongAdder> nanos = new EnumMap<>(Stage.class);
  private final ComponentTimes components = new ComponentTimes();

  public StageTimes() {
    for (Stage stage : Stage.values()) {
      nanos.put(stage, new LongAdder());
    }
  }

  public void add(Stage stage, long elapsedNanos) {
    nanos.get(stage).add(elapsedNanos);
  }

  public <T> T time(Stage stage, Supplier<T> work) {
    long start = System.nanoTime();
    try {
      return work.get();
    } finally {
      add(stage, System.nanoTime() - start);
    }
  }

  public long nanos(Stage stage) {
    return nanos.get(stage).sum();
  }

  /** Time that {@link Stage#EXECUTE} spends in calls counted as stages of their own. */
  public long nanosWithinExecution() {
    return nanos(Stage.BUILD)
        + nanos(Stage.LEDGER)
        + nanos(Stage.STATE_LOAD)
        + nanos(Stage.STATE_WRITE);
  }

  /** Seconds spent in a stage so far. */
  public double seconds(Stage stage) {
    return nanos(stage) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** Where operations have spent their time. */
  public ComponentTimes components() {
    return components;
  }
}
