package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import java.util.Optional;

/** TPC-C's Order-Status (2.6): a customer's newest order with its lines. It counts nothing. */
record OrderStatus(OrderLines layout, CustomerChoice customer) implements Body {

  @Override
  public Effect readAndWrite(Transaction transaction) {
    int newest = customer.read(transaction).id("c_last_o_id");
    String key = Tables.key(customer.warehouse(), customer.district(), newest);
    layout.read(transaction, Row.read(transaction, Tables.ORDERS, key));
    return Effect.NONE;
  }

  @Override
  public Optional<Invocation> invocation() {
    return Optional.of(
        new Invocation(
            TpccProcedures.ORDER_STATUS.call(
                (long) customer.warehouse(),
                (long) customer.district(),
                (long) customer.number(),
                customer.lastName()),
            0));
  }
}
