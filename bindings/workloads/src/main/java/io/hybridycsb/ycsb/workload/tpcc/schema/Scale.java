package io.hybridycsb.ycsb.workload.tpcc.schema;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;

/**
 * How many rows there are (TPC-C 1.2.1 and 4.3.3). A district has an order for each of its
 * customers at first.
 *
 * @param warehouses the scale as such
 * @param items that each warehouse has in stock
 * @param customers of each district
 */
public record Scale(int warehouses, int items, int customers) {
  /** Of each warehouse. */
  public static final int DISTRICTS = 10;

  public static final int ITEMS_TPCC = 100_000;
  public static final int CUSTOMERS_TPCC = 3000;

  /** TPC-C's last names. */
  private static final int NAMES_MAX = 1000;

  private static final int WAREHOUSES_MAX = 1000;

  static final Property<Integer> WAREHOUSES =
      Property.integer("tpcc.warehouses", 1, 1, WAREHOUSES_MAX, "warehouses");

  static final Property<Integer> ITEMS =
      Property.integer("tpcc.items", ITEMS_TPCC, 10, ITEMS_TPCC, "items");

  static final Property<Integer> CUSTOMERS =
      Property.integer(
          "tpcc.customers", CUSTOMERS_TPCC, 10, CUSTOMERS_TPCC, "customers of each district");

  public static Scale of(PropertySet.Values values) {
    return new Scale(values.get(WAREHOUSES), values.get(ITEMS), values.get(CUSTOMERS));
  }

  /** Districts of all warehouses. */
  public int districts() {
    return warehouses * DISTRICTS;
  }

  /** Last names that a district's customers have. */
  public int lastNames() {
    return Math.min(NAMES_MAX, customers);
  }

  /** Initial orders of a district that are not delivered: the last ones, 900 of 3,000. */
  public int undelivered() {
    return customers * 3 / 10;
  }

  /** Initial orders of a district that are delivered: the first ones. */
  public int delivered() {
    return customers - undelivered();
  }

  /** A district's number among those of all warehouses, from 0 on; both arguments from 1 on. */
  public static int districtIndex(int warehouse, int district) {
    return (warehouse - 1) * DISTRICTS + district - 1;
  }
}
