package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Call;
import java.util.List;

/**
 * A transaction of a block, whose signature was checked.
 *
 * @param id client and number
 * @param calls one after the other
 */
public record BlockTransaction(TransactionId id, List<Call> calls) {
  public BlockTransaction {
    calls = List.copyOf(calls);
  }
}
