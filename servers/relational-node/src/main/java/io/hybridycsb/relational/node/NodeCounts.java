package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.TransactionResult;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What a node has done since its start. */
public final class NodeCounts {
  private final LongAdder executedNs = new LongAdder();
  private final LongAdder committedNs = new LongAdder();
  private final LongAdder blocks = new LongAdder();
  private final LongAdder transactions = new LongAdder();
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

  /**
   * Called when a block is committed.
   *
   * @param executed the block's transactions
   */
  public void committed(ExecutedBlock block, List<BlockTransaction> executed, long ns) {
    committedNs.add(ns);
    blocks.increment();
    for (int i = 0; i < block.results().size(); i++) {
      if (!block.again().contains(i)) {
        transactions.increment();
        TransactionResult result = block.results().get(i);
        result.outcomes().forEach(outcome -> calls.get(outcome).increment());
        countWrites(executed.get(i).calls(), result.outcomes());
      }
    }
  }

  private void countWrites(List<Call> executed, List<Outcome> outcomes) {
    for (int i = 0; i < executed.size(); i++) {
      Call call = executed.get(i);
      if (outcomes.get(i) == Outcome.OK
          && (call.hasProcedure() || call.getRecords().getWritesCount() > 0)) {
        writes.increment();
      }
    }
  }

  double executedSeconds() {
    return executedNs.sum() / 1e9;
  }

  double committedSeconds() {
    return committedNs.sum() / 1e9;
  }

  long blocks() {
    return blocks.sum();
  }

  long transactions() {
    return transactions.sum();
  }

  /** Calls that have written records, and calls of procedures, whether or not these have. */
  long writes() {
    return writes.sum();
  }

  long calls(Outcome outcome) {
    return calls.get(outcome).sum();
  }
}
