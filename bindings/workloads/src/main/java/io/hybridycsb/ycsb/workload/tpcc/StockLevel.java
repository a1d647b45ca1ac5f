package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Committer;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import site.ycsb.Status;

/**
 * TPC-C's Stock-Level (2.8): of how many items in a district's last 20 orders the warehouse has
 * less than a threshold. These may be 300 items, more than some systems let a transaction read, and
 * others order them meanwhile. So it is several database transactions: one reads the district, one
 * or some the orders, and some the stocks. TPC-C (2.8.2.3) only asks for committed data that is as
 * new as the beginning, and allows several. As a procedure it is one. It counts these items.
 */
final class StockLevel implements Course {
  private static final int ORDERS = 20;
  private static final int LINES_MAX = 15;
  private static final int STOCKS_PER_TRANSACTION = 20;
  private static final int RECORDS_PER_TRANSACTION = 50;

  private final OrderLines layout;
  private final int warehouse;
  private final int district;
  private final int threshold;
  private long low;

  StockLevel(OrderLines layout, int warehouse, int district, int threshold) {
    this.layout = layout;
    this.warehouse = warehouse;
    this.district = district;
    this.threshold = threshold;
  }

  @Override
  public Status run(Committer committer) {
    AtomicInteger next = new AtomicInteger();
    Set<Integer> items = new TreeSet<>();
    Status status = committer.commit(transaction -> readNext(transaction, next));
    int orders = RECORDS_PER_TRANSACTION / layout.recordsOfOrder();
    int end = next.get();
    for (int from = Math.max(1, end - ORDERS); from < end && status.isOk(); from += orders) {
      int first = from;
      int last = Math.min(from + orders, end);
      status = committer.commit(transaction -> readItems(transaction, first, last, items));
    }
    List<Integer> all = List.copyOf(items);
    for (int from = 0; from < all.size() && status.isOk(); from += STOCKS_PER_TRANSACTION) {
      int to = Math.min(from + STOCKS_PER_TRANSACTION, all.size());
      status = count(committer, all.subList(from, to));
    }
    return status;
  }

  @Override
  public Optional<Invocation> invocation() {
    return Optional.of(
        new Invocation(
            TpccProcedures.STOCK_LEVEL.call((long) warehouse, (long) district, (long) threshold),
            ORDERS * LINES_MAX));
  }

  private Effect readNext(Transaction transaction, AtomicInteger next) {
    Row place = Row.read(transaction, Tables.DISTRICT, Tables.key(warehouse, district));
    next.set(place.id("d_next_o_id"));
    return Effect.NONE;
  }

  /** Made again, it finds the same: the lines of an order don't change. */
  private Effect readItems(Transaction transaction, int first, int end, Set<Integer> items) {
    for (int order = first; order < end; order++) {
      Row read = Row.read(transaction, Tables.ORDERS, Tables.key(warehouse, district, order));
      layout.read(transaction, read).forEach(line -> items.add(line.item()));
    }
    return Effect.NONE;
  }

  private Status count(Committer committer, List<Integer> items) {
    long before = low;
    return committer.commit(
        transaction -> {
          long found = items.stream().filter(item -> isLow(transaction, item)).count();
          low = before + found;
          return Effect.of(found);
        });
  }

  private boolean isLow(Transaction transaction, int item) {
    Row stock = Row.read(transaction, Tables.STOCK, Tables.key(warehouse, item));
    return stock.number("s_quantity") < threshold;
  }

  /** How many items there are too few of, once it has run. */
  long low() {
    return low;
  }
}
