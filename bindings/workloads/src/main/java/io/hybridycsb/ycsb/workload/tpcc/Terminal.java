package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.workload.tpcc.NewOrder.Wanted;
import io.hybridycsb.ycsb.workload.tpcc.schema.LastNames;
import io.hybridycsb.ycsb.workload.tpcc.schema.NonUniform;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Chooses what transactions work on, as TPC-C's terminals do. But the warehouse, and Stock-Level's
 * district, are chosen for each transaction: there are fewer threads than terminals.
 */
final class Terminal {
  private static final int LINES_MIN = 5;
  private static final int LINES_MAX = 15;
  private static final int QUANTITY_MAX = 10;
  private static final int PAID_CENTS_MIN = 100;
  private static final int PAID_CENTS_MAX = 500_000;
  private static final int CARRIERS = 10;
  private static final int THRESHOLD_MIN = 10;
  private static final int THRESHOLD_MAX = 20;

  /** Of a hundred. */
  private static final int ROLLED_BACK = 1;

  private static final int LINES_REMOTE = 1;
  private static final int PAYMENTS_REMOTE = 15;
  private static final int BY_LAST_NAME = 60;

  private final Scale scale;
  private final OrderLines layout;
  private final NonUniform items;
  private final NonUniform customers;
  private final NonUniform lastNames;

  Terminal(Scale scale, OrderLines layout) {
    this.scale = scale;
    this.layout = layout;
    items = NonUniform.item(scale);
    customers = NonUniform.customer(scale);
    lastNames = NonUniform.lastNameOfRun(scale);
  }

  /**
   * 2.4.1. The lines are sorted, so that orders take stocks in the same order and cannot wait for
   * each other in a circle. An item that does not exist comes last.
   */
  NewOrder newOrder(RandomGenerator random) {
    int warehouse = warehouse(random);
    int count = random.nextInt(LINES_MIN, LINES_MAX + 1);
    boolean isRolledBack = percent(random, ROLLED_BACK);
    List<Wanted> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isUnused = isRolledBack && i == count - 1;
      lines.add(
          new Wanted(
              isUnused ? scale.items() + 1 : items.next(random),
              percent(random, LINES_REMOTE) ? remote(random, warehouse) : warehouse,
              random.nextInt(1, QUANTITY_MAX + 1)));
    }
    lines.sort(Comparator.comparing(Wanted::item).thenComparing(Wanted::supplyWarehouse));
    return new NewOrder(
        layout,
        warehouse,
        district(random),
        customers.next(random),
        lines,
        System.currentTimeMillis());
  }

  /** 2.5.1. */
  Payment payment(RandomGenerator random) {
    int warehouse = warehouse(random);
    int district = district(random);
    boolean isRemote = scale.warehouses() > 1 && percent(random, PAYMENTS_REMOTE);
    CustomerChoice customer =
        isRemote
            ? customer(random, remote(random, warehouse), district(random))
            : customer(random, warehouse, district);
    long cents = random.nextInt(PAID_CENTS_MIN, PAID_CENTS_MAX + 1);
    return new Payment(warehouse, district, customer, cents, System.currentTimeMillis());
  }

  /** 2.6.1. */
  OrderStatus orderStatus(RandomGenerator random) {
    return new OrderStatus(layout, customer(random, warehouse(random), district(random)));
  }

  /** 2.7.1. */
  Delivery delivery(RandomGenerator random) {
    return new Delivery(
        layout, warehouse(random), random.nextInt(1, CARRIERS + 1), System.currentTimeMillis());
  }

  /** 2.8.1. */
  StockLevel stockLevel(RandomGenerator random) {
    int threshold = random.nextInt(THRESHOLD_MIN, THRESHOLD_MAX + 1);
    return new StockLevel(layout, warehouse(random), district(random), threshold);
  }

  private CustomerChoice customer(RandomGenerator random, int warehouse, int district) {
    return percent(random, BY_LAST_NAME)
        ? new CustomerChoice(warehouse, district, 0, LastNames.of(lastNames.next(random)))
        : new CustomerChoice(warehouse, district, customers.next(random), "");
  }

  private int warehouse(RandomGenerator random) {
    return random.nextInt(1, scale.warehouses() + 1);
  }

  /** Another warehouse; the same if there is only one. */
  private int remote(RandomGenerator random, int home) {
    if (scale.warehouses() == 1) {
      return home;
    }
    int other = random.nextInt(1, scale.warehouses());
    return other < home ? other : other + 1;
  }

  private static int district(RandomGenerator random) {
    return random.nextInt(1, Scale.DISTRICTS + 1);
  }

  private static boolean percent(RandomGenerator random, int percent) {
    return random.nextInt(100) < percent;
  }
}
