package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.record.Tabular;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.transactions.Plan;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import io.hybridycsb.ycsb.workload.transactions.TransactionType;
import io.hybridycsb.ycsb.workload.transactions.TransactionalWorkload;
import java.util.List;
import java.util.Properties;

/**
 * YCSB workload TPC-C (Transaction Processing Performance Council, revision 5.11): its tables, its
 * five transactions in its mix, its random numbers and its consistency conditions. There are no
 * terminals that think and type, so a rate is not tpmC.
 */
public final class Tpcc extends TransactionalWorkload {
  private static final Property<Integer> NEW_ORDER_SHARE = share("new.order", 45);
  private static final Property<Integer> PAYMENT_SHARE = share("payment", 43);
  private static final Property<Integer> ORDER_STATUS_SHARE = share("order.status", 4);
  private static final Property<Integer> DELIVERY_SHARE = share("delivery", 4);
  private static final Property<Integer> STOCK_LEVEL_SHARE = share("stock.level", 4);

  private static final Property<Layout> ORDER_LINES =
      Property.choice(
          "tpcc.order.lines", Layout.AUTO, "whether an order's lines are rows or lists in its row");

  private static final PropertySet ALL = PropertySet.of("tpcc.", Scale.class, Tpcc.class);

  /** How order lines are kept. */
  private enum Layout {
    /** As rows where the system has tables. */
    AUTO,
    ROWS,
    LISTS
  }

  public Tpcc() {
    super("tpcc");
  }

  private static Property<Integer> share(String type, int preset) {
    return Property.integer("tpcc." + type, preset, 0, 1_000_000, "its share of all");
  }

  @Override
  protected Plan plan(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    Scale scale = Scale.of(values);
    OrderLines layout = layout(values.get(ORDER_LINES), properties);
    Terminal terminal = new Terminal(scale, layout);
    Tally orders = new Tally();
    Tally paidCents = new Tally();
    Tally deliveries = new Tally();
    Tally others = new Tally();
    List<TransactionType> types =
        List.of(
            new TransactionType(
                "NEW-ORDER", values.get(NEW_ORDER_SHARE), orders, terminal::newOrder),
            new TransactionType("PAYMENT", values.get(PAYMENT_SHARE), paidCents, terminal::payment),
            new TransactionType(
                "ORDER-STATUS", values.get(ORDER_STATUS_SHARE), others, terminal::orderStatus),
            new TransactionType(
                "DELIVERY", values.get(DELIVERY_SHARE), deliveries, terminal::delivery),
            new TransactionType(
                "STOCK-LEVEL", values.get(STOCK_LEVEL_SHARE), others, terminal::stockLevel));
    return new Plan(
        types,
        new Loading(scale, layout),
        new Consistency(scale, layout, orders, paidCents, deliveries),
        layout == OrderLines.ROWS);
  }

  private static OrderLines layout(Layout wanted, Properties properties) {
    return switch (wanted) {
      case ROWS -> OrderLines.ROWS;
      case LISTS -> OrderLines.LISTS;
      case AUTO -> Tabular.isBinding(properties) ? OrderLines.ROWS : OrderLines.LISTS;
    };
  }
}
