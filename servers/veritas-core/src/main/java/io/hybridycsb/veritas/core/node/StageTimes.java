package io.hybridycsb.veritas.core.node;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * For how long a node has been busy with what, in all; the components of VLDB'22 figure 6 and those
 * that they leave out. Times are elapsed, so on a machine with more work than cores they include
 * waiting for one.
 */
public final class StageTimes {

  /** What a node does. */
  public enum Stage {
    /** Checking, packing and signing what clients commit here. */
    PROPOSE,
    /** Decoding what the shared log holds, and checking its signatures. */
    CHECK,
    /** Judging transactions, counting votes, executing blocks, the state's tree. */
    EXECUTE,
    /** Writing the ledger. */
    LEDGER,
    /** Loading from and writing to the state store on behalf of transactions. */
    STATE_STORE,
    /** Answering reads from the state store. */
    READ
  }

  private final Map<Stage, LongAdder> nanos = new EnumMap<>(Stage.class);

  public StageTimes() {
    for (Stage stage : Stage.values()) {
      nanos.put(stage, new LongAdder());
    }
  }

  void add(Stage stage, long elapsedNanos) {
    nanos.get(stage).add(elapsedNanos);
  }

  <T> T time(Stage stage, Supplier<T> work) {
    long start = System.nanoTime();
    try {
      return work.get();
    } finally {
      add(stage, System.nanoTime() - start);
    }
  }

  /** Seconds spent in a stage so far. */
  public double seconds(Stage stage) {
    return nanos.get(stage).sum() / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
