package io.hybridycsb.ycsb.workload.tpcc.schema;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import site.ycsb.Status;

/**
 * The lines of an order, which are rows of TPC-C's table ORDER-LINE. Here they are fields of the
 * order's record: for each column a list with a value for each line, in order. The field {@code
 * ol_delivery_d} is absent until the order is delivered. One record for 5 to 15 rows, all of which
 * are written together, keeps a transaction below what systems allow: Stock-Level reads the lines
 * of 20 orders.
 */
public final class OrderLines {
  /**
   * A line.
   *
   * @param supplyWarehouse whose stock it is taken from
   * @param distInfo S_DIST_xx of this stock
   */
  public record Line(
      int item, int supplyWarehouse, int quantity, long amountCents, String distInfo) {}

  private OrderLines() {}

  /** Puts lines into an order's row. */
  public static void set(Row order, List<Line> lines) {
    order
        .set("o_ol_cnt", lines.size())
        .set("ol_i_id", lines.stream().map(Line::item))
        .set("ol_supply_w_id", lines.stream().map(Line::supplyWarehouse))
        .set("ol_quantity", lines.stream().map(Line::quantity))
        .set("ol_amount", lines.stream().map(Line::amountCents))
        .set("ol_dist_info", lines.stream().map(Line::distInfo));
  }

  /**
   * The lines in an order's row.
   *
   * @throws FailedOperation UNEXPECTED_STATE if they are not complete
   */
  public static List<Line> of(Row order) {
    List<String> items = order.list("ol_i_id");
    List<String> warehouses = column(order, "ol_supply_w_id", items.size());
    List<String> quantities = column(order, "ol_quantity", items.size());
    List<String> amounts = column(order, "ol_amount", items.size());
    List<String> infos = column(order, "ol_dist_info", items.size());
    return IntStream.range(0, items.size())
        .mapToObj(
            i ->
                new Line(
                    Integer.parseInt(items.get(i)),
                    Integer.parseInt(warehouses.get(i)),
                    Integer.parseInt(quantities.get(i)),
                    Long.parseLong(amounts.get(i)),
                    infos.get(i)))
        .toList();
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

  /** What all lines cost, in cents. */
  public static long amountCents(List<Line> lines) {
    return lines.stream().mapToLong(Line::amountCents).sum();
  }

  /** Sets each line's time of delivery. */
  public static void deliver(Row order, long timeMs) {
    int lines = order.list("ol_i_id").size();
    order.set("ol_delivery_d", Collections.nCopies(lines, timeMs).stream());
  }

  public static boolean areDelivered(Row order) {
    return order.has("ol_delivery_d");
  }
}
