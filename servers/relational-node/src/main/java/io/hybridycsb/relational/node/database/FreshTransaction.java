package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import java.util.Collections;
import java.util.List;

/** A transaction of a block whose id comes for the first time, and what becomes of it. */
final class FreshTransaction {
  final int place;
  final BlockTransaction transaction;
  final Outcome[] outcomes;

  /** What procedures have returned, and the versions that writes of records have given. */
  final Long[] values;

  String detail = "";

  /**
   * @param place in the block
   */
  FreshTransaction(int place, BlockTransaction transaction) {
    this.place = place;
    this.transaction = transaction;
    outcomes = new Outcome[calls().size()];
    values = Collections.nCopies(outcomes.length, 0L).toArray(Long[]::new);
  }

  List<Call> calls() {
    return transaction.calls();
  }

  /** The first reason is kept. */
  void detail(String reason) {
    detail = detail.isEmpty() ? reason : detail;
  }

  TransactionResult result(long height) {
    return new TransactionResult(height, List.of(outcomes), List.of(values), detail);
  }
}
