package io.hybridycsb.relational.node;

import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.TransactionResult;
import io.hybridycsb.relational.proto.Outcome;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What a node has done since its start. */
public final class NodeCounts {
  private final LongAdder executedNs = new LongAdder();
  private final LongAdder committedNs = new LongAdder();
  private final LongAdder blocks = new LongAdder();
  private final LongAdder transactions = new LongAdder();

  /** Calls that have written records, and calls of procedures that have. */
  private final LongAdder writes = new LongAdder();

  private final Map<Outcome, LongAdder> calls = new EnumMap<>(Outcome.class);

  public NodeCounts() {
    for (Outcome outcome : Outcome.values()) {
      calls.put(outcome, new LongAdder());
    }
  }

  /** Called when a block is executed. */
  public void executed(long ns) {
    executedNs.add(ns);
  }

  /** Called when a block is committed. */
  public void committed(ExecutedBlock block, long ns) {
    committedNs.add(ns);
    blocks.increment();
    writes.add(block.writes());
    for (int i = 0; i < block.results().size(); i++) {
      if (!block.again().contains(i)) {
        transactions.increment();
        TransactionResult result = block.results().get(i);
        result.outcomes().forEach(outcome -> calls.get(outcome).increment());
      }
    }
  }

  /** Shows all as metrics. */
  void show(MetricsServer metrics) {
    metrics.counter("relational.blocks", "Committed blocks with transactions", blocks::sum);
    metrics.counter("relational.transactions", "Committed transactions", transactions::sum);
    metrics.counter("relational.writes", "Committed calls that have written records", writes::sum);
    metrics.counter(
        "relational.execute.seconds", "Time to execute blocks", () -> executedNs.sum() / 1e9);
    metrics.counter(
        "relational.commit.seconds", "Time to commit blocks", () -> committedNs.sum() / 1e9);
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.OUTCOME_UNSPECIFIED && outcome != Outcome.UNRECOGNIZED) {
        metrics.counter(
            "relational.calls",
            "Calls of committed transactions, by outcome",
            calls.get(outcome)::sum,
            "outcome",
            outcome.name().toLowerCase(Locale.ROOT));
      }
    }
  }
}
