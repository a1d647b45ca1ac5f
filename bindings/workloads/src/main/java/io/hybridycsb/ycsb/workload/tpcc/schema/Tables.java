package io.hybridycsb.ycsb.workload.tpcc.schema;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The tables and their keys. A record is a row of TPC-C's table of that name (1.3.1), with its
 * columns as fields, but for these:
 *
 * <ul>
 *   <li>A row of {@link #ORDERS} may also have the order's lines, see {@link OrderLines}.
 *   <li>A row of {@link #NEW_ORDER} is not deleted at the delivery, but marked by {@code
 *       no_delivered}. A history tells versions of records, and an absent record has none.
 *   <li>A row of {@link #CUSTOMER} names the customer's newest order, {@code c_last_o_id}.
 *   <li>A row of {@link #CUSTOMER_NAME} is of a district and a last name. Its {@code c_ids} are
 *       numbers of customers by their first names. It never changes.
 *   <li>A row of {@link #NEW_ORDER_QUEUE} is of a district. Its {@code no_o_id} is the oldest order
 *       that is not delivered. Only deliveries read and write it.
 * </ul>
 *
 * <p>The last three stand for what TPC-C finds by a scan.
 */
public final class Tables {
  /** By warehouse. */
  public static final String WAREHOUSE = "warehouse";

  /** By warehouse and district. */
  public static final String DISTRICT = "district";

  /** By warehouse, district and customer. */
  public static final String CUSTOMER = "customer";

  /** By warehouse, district and last name. */
  public static final String CUSTOMER_NAME = "customer_name";

  /**
   * By the customer's warehouse, district and number, and the payment's number of this customer.
   */
  public static final String HISTORY = "history";

  /** By warehouse, district and order. */
  public static final String ORDERS = "orders";

  /** By warehouse, district, order and the line's number. */
  public static final String ORDER_LINE = "order_line";

  /** By warehouse, district and order. */
  public static final String NEW_ORDER = "new_order";

  /** By warehouse and district. */
  public static final String NEW_ORDER_QUEUE = "new_order_queue";

  /** By item. */
  public static final String ITEM = "item";

  /** By warehouse and item. */
  public static final String STOCK = "stock";

  private Tables() {}

  /** The key that consists of these numbers. */
  public static String key(long... parts) {
    return Arrays.stream(parts).mapToObj(Long::toString).collect(Collectors.joining("_"));
  }

  /** The key of a last name in a district. */
  public static String nameKey(int warehouse, int district, String lastName) {
    return key(warehouse, district) + "_" + lastName;
  }
}
