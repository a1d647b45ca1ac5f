package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.YcsbRun;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole workload, on a system of this process that is right or wrong. */
class TpccTest {
  private static final int TRANSACTIONS = 2000;

  /** That of etcd. */
  private static final int RECORDS_PER_TRANSACTION_MAX = 128;

  private static Map<String, String> scaled(int warehouses, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>();
    all.put("tpcc.warehouses", Integer.toString(warehouses));
    all.put("tpcc.items", "40");
    all.put("tpcc.customers", "20");
    all.putAll(more);
    return all;
  }

  private static YcsbRun loaded(Behaviour behaviour, Map<String, String> more) throws Exception {
    return YcsbRun.loaded(behaviour, Tpcc::new, scaled(2, more));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "lists"})
  void aSerializableSystemPassesAndEachTransactionIsCountedOnce(String lines) throws Exception {
    Map<String, String> layout = Map.of("tpcc.order.lines", lines);
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, layout).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(all(run, "TRANSACTION")).isEqualTo(TRANSACTIONS);
    assertThat(run.count("TRANSACTION", "OK")).isGreaterThan(TRANSACTIONS / 2);
    assertThat(MemoryBinding.recordsMost()).isLessThanOrEqualTo(RECORDS_PER_TRANSACTION_MAX);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "lists"})
  void tenWarehousesFit(String lines) throws Exception {
    Map<String, String> ten = new TreeMap<>(scaled(10, Map.of("tpcc.order.lines", lines)));
    ten.put("tpcc.customers", "10");
    YcsbRun run = YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, ten).run(TRANSACTIONS / 4);

    assertThat(run.ends()).isEmpty();
  }

  private static int all(YcsbRun run, String kind) throws Exception {
    return run.count(kind, "OK") + run.count(kind, "REFUSED") + run.count(kind, "ABORTED");
  }

  @Test
  void aRunGoesOnWhereTheLastHasEnded() throws Exception {
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, Map.of()).run(TRANSACTIONS).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
  }

  @Test
  void eachTypeHasItsShare() throws Exception {
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, Map.of()).run(TRANSACTIONS);

    Map<String, Integer> percents =
        Map.of("NEW-ORDER", 45, "PAYMENT", 43, "ORDER-STATUS", 4, "DELIVERY", 4, "STOCK-LEVEL", 4);
    for (Map.Entry<String, Integer> type : percents.entrySet()) {
      // Five standard deviations of a binomial distribution.
      double share = type.getValue() / 100.0;
      double deviation = 5 * Math.sqrt(TRANSACTIONS * share * (1 - share));
      assertThat((double) all(run, type.getKey()))
          .as(type.getKey())
          .isBetween(TRANSACTIONS * share - deviation, TRANSACTIONS * share + deviation);
    }
  }

  @Test
  void aNewOrderOfAHundredIsRefusedAndLeavesNothing() throws Exception {
    Map<String, String> only =
        Map.of(
            "tpcc.payment", "0",
            "tpcc.order.status", "0",
            "tpcc.delivery", "0",
            "tpcc.stock.level", "0");
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, only).run(2 * TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("NEW-ORDER", "REFUSED")).isBetween(10, 75);
  }

  @Test
  void deliveriesEndWhereNoOrderIsLeft() throws Exception {
    Map<String, String> only =
        Map.of(
            "tpcc.new.order", "0",
            "tpcc.payment", "0",
            "tpcc.order.status", "0",
            "tpcc.stock.level", "0");
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, only).run(100);

    assertThat(run.ends()).isEmpty();
    assertThat(MemoryBinding.text("new_order_queue", "2_10", "no_o_id")).contains("21");
    assertThat(MemoryBinding.text("orders", "2_10_20", "o_carrier_id")).isPresent();
  }

  @Test
  void aSystemThatLosesUpdatesIsCaughtByWhatTheRunHasCounted() throws Exception {
    YcsbRun run = loaded(Behaviour.LOSES_UPDATES, Map.of()).run(3 * TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith("tpcc: verification failed: ")
        .contains("W_YTD has grown by committed PAYMENTs (1, such as wrong by -")
        .contains("3.3.2.8 W_YTD = sum(H_AMOUNT) (");
  }

  @Test
  void outcomesThatAreToldLaterAreVerified() throws Exception {
    Map<String, String> bodies = Map.of("transaction.procedures", "false");
    YcsbRun run = loaded(Behaviour.DECIDES_LATER, bodies).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("NEW-ORDER", "BATCHED_OK")).isPositive();
  }

  @Test
  void acceptedTransactionsThatAreDroppedAreMissed() throws Exception {
    Map<String, String> bodies = Map.of("transaction.procedures", "false");
    YcsbRun run = loaded(Behaviour.DROPS_WHAT_IT_ACCEPTS, bodies).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith("tpcc: verification failed: ")
        .contains("orders have grown by committed NEW-ORDERs (1, such as wrong by -")
        .contains("W_YTD has grown by committed PAYMENTs (1, such as wrong by -");
  }

  @Test
  void acceptedOrdersOfWhichNobodyTellsMoreAreNotVerifiedWhateverElseIsKnown() throws Exception {
    Map<String, String> mostlyReads =
        Map.of("transaction.procedures", "false", "tpcc.stock.level", "50");
    YcsbRun run = loaded(Behaviour.DROPS_ORDERS, mostlyReads).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith("tpcc: not verified: of ")
        .contains(" transactions that change Orders, ");
  }

  @Test
  void aSystemThatCommitsHalvesIsCaughtByConditions() throws Exception {
    YcsbRun run = loaded(Behaviour.DOES_HALVES, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .contains("3.3.2.1 W_YTD = sum(D_YTD) (2, such as warehouse ")
        .contains("3.3.2.2 D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID) (");
  }

  @Test
  void unknownOutcomesAreNeitherThroughputNorViolations() throws Exception {
    YcsbRun run = loaded(Behaviour.UNSURE, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "UNKNOWN")).isPositive();
    assertThat(run.count("TRANSACTION", "OK")).isPositive();
  }

  @Test
  void abortedPartsOfADeliveryAreMadeAnew() throws Exception {
    Map<String, String> deliveries = Map.of("tpcc.delivery", "50");
    YcsbRun run = loaded(Behaviour.ABORTS, deliveries).run(TRANSACTIONS / 10);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("DELIVERY", "OK")).isPositive();
    int retries = run.count("ATTEMPT", "ABORTED") - run.count("TRANSACTION", "ABORTED");
    assertThat(retries).isPositive();
  }

  @Test
  void aSystemWithoutTransactionsIsNamedInOneLine() throws Exception {
    YcsbRun run = loaded(Behaviour.WITHOUT_TRANSACTIONS, Map.of()).run(1);

    assertThat(run.ends()).containsExactly("tpcc: memory has no transactions over several records");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tpcc.warehouses", "tpcc.items", "tpcc.customers"})
  void anotherScaleThanThatOfTheLoadIsRefused(String property) throws Exception {
    Map<String, String> loaded = scaled(2, Map.of(property, "12"));
    YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, loaded);

    assertThat(new YcsbRun(Tpcc::new, scaled(2, Map.of(property, "11"))).run(1).ends())
        .containsExactly(
            "tpcc: %s is 11, but the tables were loaded with another".formatted(property));
    assertThat(new YcsbRun(Tpcc::new, scaled(2, Map.of(property, "13"))).run(1).ends())
        .singleElement()
        .asString()
        .contains("load");
  }

  @ParameterizedTest
  @CsvSource({"rows, lists", "lists, rows"})
  void anotherKindOfLinesThanThatOfTheLoadIsRefused(String loaded, String run) throws Exception {
    loaded(Behaviour.SERIALIZABLE, Map.of("tpcc.order.lines", loaded));

    assertThat(new YcsbRun(Tpcc::new, scaled(2, Map.of("tpcc.order.lines", run))).run(1).ends())
        .containsExactly(
            "tpcc: tpcc.order.lines is %s, but the tables were loaded with another".formatted(run));
  }

  @Test
  void tablesThatAreNotLoadedAreToldWithTheNextStep() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);

    assertThat(new YcsbRun(Tpcc::new, scaled(1, Map.of())).run(1).ends())
        .containsExactly(
            "tpcc: record 1 of table warehouse is absent: load first, with the same"
                + " tpcc.warehouses, tpcc.items and tpcc.customers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tpcc.warehouses | 0 | tpcc.warehouses is 1..1000, not \"0\"",
        "tpcc.items | 100001 | tpcc.items is 10..100000, not \"100001\"",
        "tpcc.customers | many | tpcc.customers is 10..3000, not \"many\"",
        "tpcc.stocklevel | 4 | unknown property tpcc.stocklevel",
        "transaction.retries | -1 | transaction.retries is 0..1000",
      })
  void aWrongPropertyIsToldInOneLine(String property, String value, String message)
      throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);

    YcsbRun run = new YcsbRun(Tpcc::new, Map.of(property, value)).run(1);

    assertThat(run.ends()).singleElement().asString().startsWith("tpcc: ").contains(message);
  }
}
