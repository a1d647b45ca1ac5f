package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * TPC-C's New-Order (2.4): a customer orders items. An item that does not exist makes it roll back
 * after all else has been read and written (2.4.1.4). It counts one order.
 *
 * <p>What most transactions write is read last, the district and the warehouse: the shorter the
 * time until the commit, the fewer others come in between.
 *
 * @param layout of the order's lines
 * @param lines in the order in which they are read
 * @param entryMs when it is ordered
 */
record NewOrder(
    OrderLines layout, int warehouse, int district, int customer, List<Wanted> lines, long entryMs)
    implements Body {
  /** Of a stock, below which more is brought. */
  private static final int QUANTITY_MIN = 10;

  private static final int QUANTITY_BROUGHT = 91;

  /** Rates are in ten-thousandths. */
  private static final long RATE_ONE = 10_000;

  /** What one line asks for. */
  record Wanted(int item, int supplyWarehouse, int quantity) {}

  /**
   * What the terminal shows of an order beside its lines (2.4.3.3).
   *
   * @param totalCents with discount and taxes
   */
  record Shown(String lastName, String credit, long totalCents) {
    static Shown of(Row orderer, Row place, Row house, long amountCents) {
      return new Shown(
          orderer.text("c_last"),
          orderer.text("c_credit"),
          amountCents
              * (RATE_ONE - orderer.number("c_discount"))
              * (RATE_ONE + house.number("w_tax") + place.number("d_tax"))
              / (RATE_ONE * RATE_ONE));
    }
  }

  @Override
  public Effect readAndWrite(Transaction transaction) {
    Map<String, Row> stocks = new LinkedHashMap<>();
    List<OrderLines.Line> ordered = new ArrayList<>();
    for (Wanted wanted : lines) {
      Row.find(transaction, Tables.ITEM, Tables.key(wanted.item()))
          .map(item -> line(transaction, wanted, item, stocks))
          .ifPresent(ordered::add);
    }
    Row orderer = Row.read(transaction, Tables.CUSTOMER, Tables.key(warehouse, district, customer));
    Row place = Row.read(transaction, Tables.DISTRICT, Tables.key(warehouse, district));
    Row house = Row.read(transaction, Tables.WAREHOUSE, Tables.key(warehouse));
    Shown.of(orderer, place, house, OrderLines.amountCents(ordered));
    int id = place.id("d_next_o_id");
    place.add("d_next_o_id", 1).write(transaction);
    orderer.set("c_last_o_id", id).write(transaction);
    stocks.values().forEach(stock -> stock.write(transaction));
    layout.rows(order(id), ordered).forEach(row -> row.write(transaction));
    newOrder(warehouse, district, id).write(transaction);
    return ordered.size() < lines.size() ? Effect.ROLLED_BACK : Effect.of(1);
  }

  @Override
  public Optional<Invocation> invocation() {
    return Optional.of(
        new Invocation(
            TpccProcedures.NEW_ORDER.call(
                (long) warehouse,
                (long) district,
                (long) customer,
                entryMs,
                (long) lines.size(),
                list(Wanted::item),
                list(Wanted::supplyWarehouse),
                list(Wanted::quantity)),
            1));
  }

  private String list(ToIntFunction<Wanted> column) {
    return lines.stream()
        .map(line -> Integer.toString(column.applyAsInt(line)))
        .collect(Collectors.joining(" "));
  }

  /**
   * Takes what a line wants from the stock.
   *
   * @param stocks those that lines have taken from; gets another
   */
  private OrderLines.Line line(
      Transaction transaction, Wanted wanted, Row item, Map<String, Row> stocks) {
    Row stock =
        stocks.computeIfAbsent(
            Tables.key(wanted.supplyWarehouse(), wanted.item()),
            key -> Row.read(transaction, Tables.STOCK, key));
    take(stock, wanted);
    return new OrderLines.Line(
        wanted.item(),
        wanted.supplyWarehouse(),
        wanted.quantity(),
        wanted.quantity() * item.number("i_price"),
        stock.text("s_dist_%02d".formatted(district)),
        0);
  }

  private void take(Row stock, Wanted wanted) {
    long left = stock.number("s_quantity") - wanted.quantity();
    stock
        .set("s_quantity", left >= QUANTITY_MIN ? left : left + QUANTITY_BROUGHT)
        .add("s_ytd", wanted.quantity())
        .add("s_order_cnt", 1)
        .add("s_remote_cnt", isRemote(wanted) ? 1 : 0);
  }

  private boolean isRemote(Wanted wanted) {
    return wanted.supplyWarehouse() != warehouse;
  }

  private Row order(int id) {
    return new Row(Tables.ORDERS, Tables.key(warehouse, district, id))
        .set("o_id", id)
        .set("o_d_id", district)
        .set("o_w_id", warehouse)
        .set("o_c_id", customer)
        .set("o_entry_d", entryMs)
        .set("o_all_local", lines.stream().anyMatch(this::isRemote) ? 0 : 1);
  }

  /** The row of an order that is to be delivered. */
  static Row newOrder(int warehouse, int district, int id) {
    return new Row(Tables.NEW_ORDER, Tables.key(warehouse, district, id))
        .set("no_o_id", id)
        .set("no_d_id", district)
        .set("no_w_id", warehouse);
  }
}
