package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * What the rows of warehouses and districts say of themselves.
 *
 * @param warehouses W_YTD in cents, by the warehouse's number
 * @param districts by their index
 */
record Books(Map<Integer, Long> warehouses, List<District> districts) {

  /**
   * A district's.
   *
   * @param ytd D_YTD in cents
   * @param nextOrder D_NEXT_O_ID
   * @param nextDelivery its oldest order that is not delivered
   */
  record District(int warehouse, int district, long ytd, int nextOrder, int nextDelivery) {
    /** For people. */
    String text() {
      return "warehouse %d district %d".formatted(warehouse, district);
    }
  }

  private record Warehouse(long ytd, List<District> districts) {}

  /** Reads them. */
  static Books read(Readers readers, Scale scale, String when) {
    Map<Integer, Warehouse> read = new ConcurrentHashMap<>();
    readers.read(
        "warehouses " + when,
        IntStream.rangeClosed(1, scale.warehouses())
            .mapToObj(
                warehouse ->
                    new Readers.Task(
                        1,
                        session ->
                            read.put(warehouse, session.commit(all -> warehouse(all, warehouse)))))
            .toList());
    Map<Integer, Long> warehouses = new TreeMap<>();
    List<District> districts = new ArrayList<>();
    new TreeMap<>(read)
        .forEach(
            (number, warehouse) -> {
              warehouses.put(number, warehouse.ytd());
              districts.addAll(warehouse.districts());
            });
    return new Books(warehouses, districts);
  }

  private static Warehouse warehouse(Transaction transaction, int warehouse) {
    Row row = Row.read(transaction, Tables.WAREHOUSE, Tables.key(warehouse));
    List<District> districts =
        IntStream.rangeClosed(1, Scale.DISTRICTS)
            .mapToObj(district -> district(transaction, warehouse, district))
            .toList();
    return new Warehouse(row.number("w_ytd"), districts);
  }

  private static District district(Transaction transaction, int warehouse, int district) {
    String key = Tables.key(warehouse, district);
    Row row = Row.read(transaction, Tables.DISTRICT, key);
    Row queue = Row.read(transaction, Tables.NEW_ORDER_QUEUE, key);
    return new District(
        warehouse, district, row.number("d_ytd"), row.id("d_next_o_id"), queue.id("no_o_id"));
  }

  List<District> districtsOf(int warehouse) {
    return districts.stream().filter(district -> district.warehouse() == warehouse).toList();
  }

  /** What all warehouses were paid, in cents. */
  long paidCents() {
    return warehouses.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Orders of all districts. */
  long orders() {
    return districts.stream().mapToLong(district -> district.nextOrder() - 1L).sum();
  }

  /** Delivered orders of all districts. */
  long deliveries() {
    return districts.stream().mapToLong(district -> district.nextDelivery() - 1L).sum();
  }
}
