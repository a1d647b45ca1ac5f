package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Committer;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import java.util.Optional;
import site.ycsb.Status;

/**
 * TPC-C's Delivery (2.7): the oldest order that is not delivered, of each of a warehouse's
 * districts. Each district is a database transaction, as 2.7 allows; as a procedure all together
 * are one. It counts delivered orders, and misses one for each district that has none.
 */
record Delivery(OrderLines layout, int warehouse, int carrier, long dateMs) implements Course {

  @Override
  public Status run(Committer committer) {
    Status status = Status.OK;
    for (int i = 1; i <= Scale.DISTRICTS && status.isOk(); i++) {
      int district = i;
      status = committer.commit(transaction -> deliver(transaction, district));
    }
    return status;
  }

  @Override
  public Optional<Invocation> invocation() {
    return Optional.of(
        new Invocation(
            TpccProcedures.DELIVERY.call((long) warehouse, (long) carrier, dateMs),
            Scale.DISTRICTS));
  }

  /** A district without such an order is skipped. */
  Effect deliver(Transaction transaction, int district) {
    Row queue = Row.read(transaction, Tables.NEW_ORDER_QUEUE, Tables.key(warehouse, district));
    int oldest = queue.id("no_o_id");
    String key = Tables.key(warehouse, district, oldest);
    Optional<Row> newOrder = Row.find(transaction, Tables.NEW_ORDER, key);
    if (newOrder.isEmpty()) {
      return Effect.without(1);
    }
    Row order = Row.read(transaction, Tables.ORDERS, key);
    String customerKey = Tables.key(warehouse, district, order.id("o_c_id"));
    Row customer = Row.read(transaction, Tables.CUSTOMER, customerKey);

    newOrder.get().set("no_delivered", 1).write(transaction);
    queue.add("no_o_id", 1).write(transaction);
    long cents = layout.deliver(transaction, order, dateMs);
    order.set("o_carrier_id", carrier).write(transaction);
    customer.add("c_balance", cents).add("c_delivery_cnt", 1).write(transaction);
    return Effect.of(1);
  }
}
