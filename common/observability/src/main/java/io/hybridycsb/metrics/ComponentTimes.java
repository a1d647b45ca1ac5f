package io.hybridycsb.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where the operations that came to this node have spent their time, from arrival until the answer
 * was ready, summed over operations: the components of VLDB'22 figure 6. The components of an
 * operation add up to its latency as the server sees it. docs/metrics.md says what belongs where.
 */
public final class ComponentTimes {

  /** What an operation's time goes to. */
  public enum Component {
    /** Waiting for the shared log or the chain: to be ordered, to be decided. */
    CONSENSUS,
    /** Making blocks, with the state's tree where there is one, and writing the ledger. */
    LEDGER,
    /** Reading and writing the state. */
    DATABASE,
    /** All else: queues of the node, checking, judging, encoding answers. */
    OTHER
  }

  /** What clients ask for. */
  public enum Operation {
    COMMIT,
    READ
  }

  private static final Component[] COMPONENTS = Component.values();

  private final LongAdder[] nanos = new LongAdder[Operation.values().length * COMPONENTS.length];
  private final LongAdder[] counts = new LongAdder[Operation.values().length];

  public ComponentTimes() {
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = new LongAdder();
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  private LongAdder adder(Operation operation, Component component) {
    return nanos[operation.ordinal() * COMPONENTS.length + component.ordinal()];
  }

  /**
   * Adds the time of several operations that were answered; all in nanoseconds. Safe for all
   * threads.
   *
   * @param totalNanos of all of them, from arrival to answer; the rest after the other three is
   *     {@link Component#OTHER}
   */
  public void add(
      Operation operation,
      long operations,
      long totalNanos,
      long consensusNanos,
      long ledgerNanos,
      long databaseNanos) {
    counts[operation.ordinal()].add(operations);
    adder(operation, Component.CONSENSUS).add(consensusNanos);
    adder(operation, Component.LEDGER).add(ledgerNanos);
    adder(operation, Component.DATABASE).add(databaseNanos);
    adder(operation, Component.OTHER)
        .add(totalNanos - consensusNanos - ledgerNanos - databaseNanos);
  }

  /** The number of operations whose time is counted. */
  public long count(Operation operation) {
    return counts[operation.ordinal()].sum();
  }

  /** Seconds of operations that a component has taken so far. */
  public double seconds(Operation operation, Component component) {
    return adder(operation, component).sum() / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
