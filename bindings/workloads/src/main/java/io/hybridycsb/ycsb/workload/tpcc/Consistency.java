package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.Invariant;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import site.ycsb.Status;

/**
 * All conditions. Before a run only warehouses and districts are read, after it all rows but those
 * that never change.
 *
 * @see Condition
 */
final class Consistency implements Invariant {
  private static final String ORDERS = "Orders";
  private static final String PAID_CENTS = "PaidCents";
  private static final String DELIVERIES = "Deliveries";

  private final Scale scale;
  private final OrderLines layout;
  private final Tally orders;
  private final Tally paidCents;
  private final Tally deliveries;
  private Books before;

  Consistency(Scale scale, OrderLines layout, Tally orders, Tally paidCents, Tally deliveries) {
    this.scale = scale;
    this.layout = layout;
    this.orders = orders;
    this.paidCents = paidCents;
    this.deliveries = deliveries;
  }

  @Override
  public Map<String, Tally> tallies() {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    tallies.put(ORDERS, orders);
    tallies.put(PAID_CENTS, paidCents);
    tallies.put(DELIVERIES, deliveries);
    return tallies;
  }

  @Override
  public void begin(Readers readers) {
    before = Books.read(readers, scale, "before the run");
    Readers.Task comparison = new Readers.Task(1, session -> session.commit(this::requireScale));
    readers.read("the scale", List.of(comparison));
  }

  /** There are as many rows as the properties say, and no more. */
  private boolean requireScale(Transaction transaction) {
    requireLast(transaction, "tpcc.warehouses", scale.warehouses(), Tables.WAREHOUSE);
    requireLast(transaction, "tpcc.items", scale.items(), Tables.ITEM);
    requireLast(transaction, "tpcc.customers", scale.customers(), Tables.CUSTOMER, 1, 1);
    String line = Tables.key(1, 1, 1, 1);
    boolean areRows = Row.find(transaction, Tables.ORDER_LINE, line).isPresent();
    if (areRows != (layout == OrderLines.ROWS)) {
      throw otherLoad("tpcc.order.lines", layout.name().toLowerCase(Locale.ROOT));
    }
    return true;
  }

  private static FailedOperation otherLoad(String property, Object value) {
    return new FailedOperation(
        Status.UNEXPECTED_STATE,
        "%s is %s, but the tables were loaded with another".formatted(property, value));
  }

  private static void requireLast(
      Transaction transaction, String property, int last, String table, long... place) {
    for (int number = last; number <= last + 1; number++) {
      long[] key = Arrays.copyOf(place, place.length + 1);
      key[place.length] = number;
      if (Row.find(transaction, table, Tables.key(key)).isPresent() != (number == last)) {
        throw otherLoad(property, last);
      }
    }
  }

  @Override
  public Finding check(Readers readers) {
    Books after = Books.read(readers, scale, "after the run");
    List<Growth> growths =
        List.of(
            new Growth(ORDERS, Condition.ORDERS_OF_RUN, before.orders(), after.orders(), orders),
            new Growth(
                PAID_CENTS,
                Condition.PAYMENTS_OF_RUN,
                before.paidCents(),
                after.paidCents(),
                paidCents),
            new Growth(
                DELIVERIES,
                Condition.DELIVERIES_OF_RUN,
                before.deliveries(),
                after.deliveries(),
                deliveries));
    Violations violations = new Violations();
    checkRows(readers, after, violations);
    Map<String, Long> numbers = new LinkedHashMap<>();
    growths.forEach(growth -> growth.check(violations, numbers));
    numbers.put("DeliveriesSkipped", deliveries.missed());
    for (Condition condition : Condition.values()) {
      numbers.put(condition.text(), violations.count(condition));
    }
    return new Finding(numbers, violations.count(), violations.text());
  }

  private void checkRows(Readers readers, Books books, Violations violations) {
    StockUse stocks = new StockUse();
    CustomerCheck customers = new CustomerCheck(scale);
    List<DistrictCheck> districts =
        books.districts().stream()
            .map(book -> new DistrictCheck(scale, layout, book, stocks, violations))
            .toList();
    readers.read(
        "orders after the run", districts.stream().flatMap(DistrictCheck::orderTasks).toList());
    readers.read("customers after the run", districts.stream().flatMap(customers::tasks).toList());
    stocks.check(readers, scale, violations);
    districts.forEach(district -> district.finish(customers.paidCents(district.book())));
    books
        .warehouses()
        .forEach(
            (warehouse, ytd) -> {
              List<Books.District> its = books.districtsOf(warehouse);
              String where = "warehouse " + warehouse;
              violations.requireEqual(
                  Condition.WAREHOUSE_YTD,
                  where,
                  ytd,
                  its.stream().mapToLong(Books.District::ytd).sum());
              violations.requireEqual(
                  Condition.WAREHOUSE_HISTORY,
                  where,
                  ytd,
                  its.stream().mapToLong(customers::paidCents).sum());
            });
  }

  /** How much something has grown in the run, beside what its committed transactions say. */
  private record Growth(String what, Condition condition, long before, long after, Tally tally) {
    void check(Violations violations, Map<String, Long> numbers) {
      numbers.put(what + "Before", before);
      numbers.put(what + "After", after);
      numbers.put(what + "LeastExpected", before + tally.least());
      numbers.put(what + "MostExpected", before + tally.most());
      long wrong = tally.wrongBy(after - before);
      if (wrong != 0) {
        violations.add(condition, "wrong by %,d".formatted(wrong));
      }
    }
  }
}
