package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines.Line;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** What the order lines say of each stock. The lines that were loaded don't count in its row. */
final class StockUse {
  private static final Use NONE = new Use(0, 0, 0);

  private final Map<String, Use> uses = new ConcurrentHashMap<>();

  /** All lines that were taken from a stock. */
  private record Use(long quantity, long lines, long remoteLines) {
    Use plus(Use other) {
      return new Use(
          quantity + other.quantity, lines + other.lines, remoteLines + other.remoteLines);
    }

    /** For people. */
    String text() {
      return "%d in %d lines of which %d are remote".formatted(quantity, lines, remoteLines);
    }
  }

  /**
   * Adds a line.
   *
   * @param warehouse where it was ordered
   */
  void add(int warehouse, Line line) {
    int remote = line.supplyWarehouse() == warehouse ? 0 : 1;
    uses.merge(
        Tables.key(line.supplyWarehouse(), line.item()),
        new Use(line.quantity(), 1, remote),
        Use::plus);
  }

  /** Reads and checks all stocks, once all lines have been added. */
  void check(Readers readers, Scale scale, Violations violations) {
    List<Readers.Task> tasks =
        IntStream.rangeClosed(1, scale.warehouses())
            .boxed()
            .flatMap(
                warehouse ->
                    Readers.Range.split(1, scale.items() + 1, Readers.RECORDS_PER_TRANSACTION)
                        .stream()
                        .map(items -> task(warehouse, items, violations)))
            .toList();
    readers.read("stocks after the run", tasks);
  }

  private Readers.Task task(int warehouse, Readers.Range items, Violations violations) {
    List<String> keys =
        IntStream.range(items.from(), items.to())
            .mapToObj(item -> Tables.key(warehouse, item))
            .toList();
    return new Readers.Task(
        items.size(),
        session -> {
          List<Use> found =
              session.commit(
                  transaction ->
                      keys.stream()
                          .map(key -> useOf(Row.read(transaction, Tables.STOCK, key)))
                          .toList());
          for (int i = 0; i < keys.size(); i++) {
            Use expected = uses.getOrDefault(keys.get(i), NONE);
            if (!found.get(i).equals(expected)) {
              violations.add(
                  Condition.STOCK,
                  "stock %s: %s and %s"
                      .formatted(keys.get(i), found.get(i).text(), expected.text()));
            }
          }
        });
  }

  private static Use useOf(Row stock) {
    return new Use(
        stock.number("s_ytd"), stock.number("s_order_cnt"), stock.number("s_remote_cnt"));
  }
}
