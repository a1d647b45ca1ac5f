package io.hybridycsb.ycsb.workload.tpcc.schema;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import site.ycsb.Status;

/** How the lines of orders are kept. */
public enum OrderLines {
  /**
   * As TPC-C has them: each is a row of {@link Tables#ORDER_LINE}. The field {@code ol_delivery_d}
   * is absent until the order is delivered.
   */
  ROWS {
    @Override
    public List<Row> rows(Row order, List<Line> lines) {
      order.set("o_ol_cnt", lines.size());
      List<Row> all = new ArrayList<>(List.of(order));
      for (int i = 0; i < lines.size(); i++) {
        Line line = lines.get(i);
        Row row =
            new Row(Tables.ORDER_LINE, key(order, i + 1))
                .set("ol_o_id", order.number("o_id"))
                .set("ol_d_id", order.number("o_d_id"))
                .set("ol_w_id", order.number("o_w_id"))
                .set("ol_number", i + 1)
                .set("ol_i_id", line.item())
                .set("ol_supply_w_id", line.supplyWarehouse())
                .set("ol_quantity", line.quantity())
                .set("ol_amount", line.amountCents())
                .set("ol_dist_info", line.distInfo());
        if (line.isDelivered()) {
          row.set(DELIVERY, line.deliveredMs());
        }
        all.add(row);
      }
      return all;
    }

    @Override
    public List<Line> found(Transaction transaction, Row order) {
      return IntStream.rangeClosed(1, LINES_MAX)
          .mapToObj(number -> Row.find(transaction, Tables.ORDER_LINE, key(order, number)))
          .flatMap(Optional::stream)
          .map(OrderLines::line)
          .toList();
    }

    @Override
    public List<Line> read(Transaction transaction, Row order) {
      return IntStream.rangeClosed(1, order.id("o_ol_cnt"))
          .mapToObj(number -> line(Row.read(transaction, Tables.ORDER_LINE, key(order, number))))
          .toList();
    }

    @Override
    public long deliver(Transaction transaction, Row order, long timeMs) {
      long cents = 0;
      for (int number = 1; number <= order.id("o_ol_cnt"); number++) {
        Row line = Row.read(transaction, Tables.ORDER_LINE, key(order, number));
        cents += line.number("ol_amount");
        line.set(DELIVERY, timeMs).write(transaction);
      }
      return cents;
    }

    @Override
    public int recordsOfOrder() {
      return 1 + LINES_MAX;
    }
  },

  /**
   * In fields of the order's record: for each column a list with a value for each line, in order.
   * The field {@code ol_delivery_d} is absent until the order is delivered. One record for 5 to 15
   * rows, all of which are written together, keeps a transaction below what systems allow.
   */
  LISTS {
    @Override
    public List<Row> rows(Row order, List<Line> lines) {
      order
          .set("o_ol_cnt", lines.size())
          .set("ol_i_id", lines.stream().map(Line::item))
          .set("ol_supply_w_id", lines.stream().map(Line::supplyWarehouse))
          .set("ol_quantity", lines.stream().map(Line::quantity))
          .set("ol_amount", lines.stream().map(Line::amountCents))
          .set("ol_dist_info", lines.stream().map(Line::distInfo));
      if (lines.get(0).isDelivered()) {
        order.set(DELIVERY, lines.stream().map(Line::deliveredMs));
      }
      return List.of(order);
    }

    @Override
    public List<Line> found(Transaction transaction, Row order) {
      List<String> items = order.list("ol_i_id");
      List<String> warehouses = column(order, "ol_supply_w_id", items.size());
      List<String> quantities = column(order, "ol_quantity", items.size());
      List<String> amounts = column(order, "ol_amount", items.size());
      List<String> infos = column(order, "ol_dist_info", items.size());
      List<String> dates =
          order.has(DELIVERY)
              ? column(order, DELIVERY, items.size())
              : Collections.nCopies(items.size(), "0");
      return IntStream.range(0, items.size())
          .mapToObj(
              i ->
                  new Line(
                      Integer.parseInt(items.get(i)),
                      Integer.parseInt(warehouses.get(i)),
                      Integer.parseInt(quantities.get(i)),
                      Long.parseLong(amounts.get(i)),
                      infos.get(i),
                      Long.parseLong(dates.get(i))))
          .toList();
    }

    @Override
    public List<Line> read(Transaction transaction, Row order) {
      return found(transaction, order);
    }

    @Override
    public long deliver(Transaction transaction, Row order, long timeMs) {
      List<Line> lines = found(transaction, order);
      order.set(DELIVERY, Collections.nCopies(lines.size(), timeMs).stream());
      return amountCents(lines);
    }

    @Override
    public int recordsOfOrder() {
      return 1;
    }
  };

  private static final int LINES_MAX = 15;
  private static final String DELIVERY = "ol_delivery_d";

  /**
   * A line.
   *
   * @param supplyWarehouse whose stock it is taken from
   * @param distInfo S_DIST_xx of this stock
   * @param deliveredMs when it was delivered; 0 if it wasn't
   */
  public record Line(
      int item,
      int supplyWarehouse,
      int quantity,
      long amountCents,
      String distInfo,
      long deliveredMs) {
    public boolean isDelivered() {
      return deliveredMs != 0;
    }
  }

  /** Completes a new order's row by its lines; that row and those of its lines. */
  public abstract List<Row> rows(Row order, List<Line> lines);

  /**
   * The lines that an order has.
   *
   * @throws FailedOperation UNEXPECTED_STATE if one is not complete
   */
  public abstract List<Line> found(Transaction transaction, Row order);

  /**
   * The lines that an order must have.
   *
   * @throws FailedOperation NOT_FOUND if one is absent, UNEXPECTED_STATE if it is not complete
   */
  public abstract List<Line> read(Transaction transaction, Row order);

  /**
   * Sets each line's time of delivery. The order itself is still to be written.
   *
   * @return what all lines cost, in cents
   */
  public abstract long deliver(Transaction transaction, Row order, long timeMs);

  /** How many records an order with its lines is, at most. */
  public abstract int recordsOfOrder();

  /** What all lines cost, in cents. */
  public static long amountCents(List<Line> lines) {
    return lines.stream().mapToLong(Line::amountCents).sum();
  }

  private static String key(Row order, int number) {
    return order.key() + "_" + number;
  }

  private static Line line(Row row) {
    return new Line(
        row.id("ol_i_id"),
        row.id("ol_supply_w_id"),
        row.id("ol_quantity"),
        row.number("ol_amount"),
        row.text("ol_dist_info"),
        row.has(DELIVERY) ? row.number(DELIVERY) : 0);
  }

  private static List<String> column(Row order, String field, int lines) {
    List<String> values = order.list(field);
    if (values.size() != lines) {
      throw new FailedOperation(
          Status.UNEXPECTED_STATE,
          "an order has %d lines and %d values of %s".formatted(lines, values.size(), field));
    }
    return values;
  }
}
