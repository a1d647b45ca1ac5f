package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines.Line;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The orders of a district: each is checked by itself, and what they say of customers and stocks is
 * gathered. Several threads read parts.
 */
final class DistrictCheck {
  private final Scale scale;
  private final OrderLines layout;
  private final Books.District book;
  private final StockUse stocks;
  private final Violations violations;

  /** By the customer's number: the amounts of delivered orders, in cents. */
  private final long[] deliveredCents;

  /** By the customer's number. */
  private final int[] newestOrder;

  private long orders;
  private long waiting;
  private long expectedLines;
  private long lines;
  private long deliveries;

  DistrictCheck(
      Scale scale, OrderLines layout, Books.District book, StockUse stocks, Violations violations) {
    this.scale = scale;
    this.layout = layout;
    this.book = book;
    this.stocks = stocks;
    this.violations = violations;
    deliveredCents = new long[scale.customers() + 1];
    newestOrder = new int[scale.customers() + 1];
  }

  Books.District book() {
    return book;
  }

  /** An order as it was read; each row may be absent. */
  private record Found(int id, Optional<Row> order, List<Line> lines, Optional<Row> newOrder) {
    boolean isWaiting() {
      return newOrder.isPresent() && !newOrder.get().has("no_delivered");
    }
  }

  /** What reads the orders, and where the one after the last would be. */
  Stream<Readers.Task> orderTasks() {
    int orders = Readers.RECORDS_PER_TRANSACTION / (layout.recordsOfOrder() + 1);
    return Readers.Range.split(1, book.nextOrder() + 1, orders).stream()
        .map(
            ids ->
                new Readers.Task(
                    ids.size(),
                    session -> session.commit(all -> find(all, ids)).forEach(this::check)));
  }

  private List<Found> find(Transaction transaction, Readers.Range ids) {
    return IntStream.range(ids.from(), ids.to()).mapToObj(id -> find(transaction, id)).toList();
  }

  private Found find(Transaction transaction, int id) {
    String key = Tables.key(book.warehouse(), book.district(), id);
    Optional<Row> order = Row.find(transaction, Tables.ORDERS, key);
    return new Found(
        id,
        order,
        order.map(found -> layout.found(transaction, found)).orElse(List.of()),
        Row.find(transaction, Tables.NEW_ORDER, key));
  }

  private synchronized void check(Found found) {
    boolean isBehindLast = found.id() == book.nextOrder();
    if (found.order().isPresent() == isBehindLast
        || (isBehindLast && found.newOrder().isPresent())) {
      violations.add(
          Condition.NEXT_ORDER,
          "%s: D_NEXT_O_ID is %d, and order %d is %s"
              .formatted(
                  book.text(), book.nextOrder(), found.id(), isBehindLast ? "there" : "absent"));
    }
    if (isBehindLast) {
      return;
    }
    boolean mustWait = found.id() >= book.nextDelivery();
    if (mustWait != found.isWaiting()) {
      boolean isLast = found.id() == book.nextOrder() - 1;
      violations.add(
          mustWait && isLast ? Condition.NEXT_ORDER : Condition.NO_GAP,
          "%s order %d: the oldest in NEW_ORDER is %d"
              .formatted(book.text(), found.id(), book.nextDelivery()));
    }
    waiting += found.isWaiting() ? 1 : 0;
    found.order().ifPresent(order -> check(order, found));
  }

  private void check(Row order, Found found) {
    int id = found.id();
    String where = book.text() + " order " + id;
    boolean hasCarrier = order.has("o_carrier_id");
    List<Line> itsLines = found.lines();
    if (hasCarrier == found.isWaiting()) {
      violations.add(Condition.CARRIER, where + (hasCarrier ? ": both" : ": neither"));
    }
    if (itsLines.stream().anyMatch(line -> line.isDelivered() != hasCarrier)) {
      violations.add(Condition.DELIVERED_LINES, where);
    }
    violations.requireEqual(Condition.LINES, where, order.number("o_ol_cnt"), itsLines.size());
    orders++;
    expectedLines += order.number("o_ol_cnt");
    lines += itsLines.size();
    int customer = order.id("o_c_id");
    newestOrder[customer] = Math.max(newestOrder[customer], id);
    if (hasCarrier) {
      deliveredCents[customer] += OrderLines.amountCents(itsLines);
    }
    if (id > scale.customers()) {
      itsLines.forEach(line -> stocks.add(book.warehouse(), line));
    }
  }

  /**
   * Checks a customer's row, once all orders have been read.
   *
   * @param payments of the customer, rows of HISTORY
   * @param paidCents by all of them
   */
  synchronized void check(Row customer, int payments, long paidCents) {
    int id = customer.id("c_id");
    String where = book.text() + " customer " + id;
    long balance = customer.number("c_balance");
    violations.requireEqual(Condition.BALANCE, where, balance, deliveredCents[id] - paidCents);
    violations.requireEqual(
        Condition.PAID, where, balance + customer.number("c_ytd_payment"), deliveredCents[id]);
    violations.requireEqual(Condition.PAYMENTS, where, customer.number("c_payment_cnt"), payments);
    violations.requireEqual(
        Condition.LAST_ORDER, where, customer.number("c_last_o_id"), newestOrder[id]);
    deliveries += customer.number("c_delivery_cnt");
  }

  /**
   * Checks the district's sums, once all has been read.
   *
   * @param paidCents by all payments at the district
   */
  synchronized void finish(long paidCents) {
    String where = book.text();
    violations.requireEqual(Condition.ALL_LINES, where, expectedLines, lines);
    violations.requireEqual(Condition.DISTRICT_HISTORY, where, book.ytd(), paidCents);
    violations.requireEqual(
        Condition.DELIVERIES, where, orders - waiting, scale.delivered() + deliveries);
  }
}
