package io.hybridycsb.ycsb.workload.tpcc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.YcsbRun;
import io.hybridycsb.ycsb.workload.tpcc.NewOrder.Wanted;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.Status;

/** What single transactions do to the rows. */
class BodiesTest {
  private static final int CUSTOMERS = 30;
  private static final OrderLines LISTS = OrderLines.LISTS;
  private static final long NOW_MS = 1_700_000_000_000L;

  private final MemoryBinding binding = new MemoryBinding();
  private Transactions transactions;

  @BeforeEach
  void load() throws Exception {
    Map<String, String> scale =
        Map.of(
            "tpcc.warehouses", "2",
            "tpcc.items", "40",
            "tpcc.customers", Integer.toString(CUSTOMERS));
    YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, scale);
    binding.setProperties(new Properties());
    binding.init();
    transactions = Transactions.ofThread();
  }

  @AfterEach
  void close() {
    binding.cleanup();
  }

  private void run(Course course) {
    assertThat(course.run(this::commit)).isEqualTo(Status.OK);
  }

  private Status commit(Body body) {
    Transaction transaction = transactions.begin();
    body.readAndWrite(transaction);
    return transaction.commit();
  }

  private static String text(String table, String key, String field) {
    return MemoryBinding.text(table, key, field).orElseThrow();
  }

  private static long number(String table, String key, String field) {
    return Long.parseLong(text(table, key, field));
  }

  @ParameterizedTest
  @CsvSource({"50, 7, 43", "17, 7, 10", "16, 7, 100", "10, 10, 91"})
  void aStockIsFilledUpBelowTen(String before, int wanted, long after) {
    MemoryBinding.change("stock", "1_5", "s_quantity", before);

    run(new NewOrder(LISTS, 1, 2, 3, List.of(new Wanted(5, 1, wanted)), NOW_MS));

    assertThat(number("stock", "1_5", "s_quantity")).isEqualTo(after);
    assertThat(number("stock", "1_5", "s_ytd")).isEqualTo(wanted);
  }

  @Test
  void anOrderIsTheDistrictsNextAndTheCustomersNewest() {
    long price = number("item", "5", "i_price");
    run(
        new NewOrder(
            LISTS,
            1,
            2,
            3,
            List.of(new Wanted(5, 1, 4), new Wanted(5, 1, 6), new Wanted(7, 2, 1)),
            NOW_MS));

    assertThat(number("district", "1_2", "d_next_o_id")).isEqualTo(CUSTOMERS + 2);
    assertThat(number("customer", "1_2_3", "c_last_o_id")).isEqualTo(CUSTOMERS + 1);
    String order = "1_2_" + (CUSTOMERS + 1);
    assertThat(text("orders", order, "ol_quantity")).isEqualTo("4 6 1");
    assertThat(text("orders", order, "ol_amount")).startsWith(4 * price + " " + 6 * price + " ");
    assertThat(text("orders", order, "o_all_local")).isEqualTo("0");
    assertThat(text("orders", order, "ol_dist_info"))
        .startsWith(text("stock", "1_5", "s_dist_02") + " ");
    assertThat(MemoryBinding.text("orders", order, "o_carrier_id")).isEmpty();
    assertThat(MemoryBinding.text("new_order", order, "no_o_id")).isPresent();
    assertThat(number("stock", "1_5", "s_order_cnt")).isEqualTo(2);
    assertThat(number("stock", "2_7", "s_remote_cnt")).isEqualTo(1);
  }

  /** What the page of TPC-C says, for systems that bound a transaction. */
  @Test
  void theLargestOrderHasFiftyRecordsAtMost() {
    List<Wanted> lines =
        IntStream.rangeClosed(1, 15).mapToObj(item -> new Wanted(item, 2, 1)).toList();
    run(new NewOrder(LISTS, 1, 2, 3, lines, NOW_MS));
    assertThat(MemoryBinding.recordsMost()).isEqualTo(35);
    run(new NewOrder(OrderLines.ROWS, 1, 2, 4, lines, NOW_MS));
    assertThat(MemoryBinding.recordsMost()).isEqualTo(50);
  }

  /** 2.4.1.4. */
  @Test
  void anOrderOfAnUnknownItemIsRolledBackAfterAllItsWrites() {
    List<Wanted> lines = List.of(new Wanted(5, 1, 4), new Wanted(41, 1, 1));
    Transaction transaction = transactions.begin();
    Effect effect = new NewOrder(LISTS, 1, 2, 3, lines, NOW_MS).readAndWrite(transaction);

    assertThat(effect).isEqualTo(Effect.ROLLED_BACK);
    assertThat(transaction.read("stock", "1_5").orElseThrow().fields().get("s_ytd"))
        .asString(US_ASCII)
        .isEqualTo("4");
    String order = "1_2_" + (CUSTOMERS + 1);
    for (String table : List.of("orders", "new_order")) {
      assertThat(transaction.read(table, order)).as(table).isPresent();
    }
    transaction.abort();
    assertThat(MemoryBinding.text("orders", order, "o_id")).isEmpty();
    assertThat(number("stock", "1_5", "s_ytd")).isZero();
  }

  /** 2.4.3.3. */
  @Test
  void theTotalHasDiscountAndTaxes() {
    MemoryBinding.change("customer", "1_2_3", "c_discount", "5000");
    MemoryBinding.change("district", "1_2", "d_tax", "1500");
    MemoryBinding.change("warehouse", "1", "w_tax", "500");
    Transaction transaction = transactions.begin();
    Row customer = Row.read(transaction, Tables.CUSTOMER, "1_2_3");
    Row district = Row.read(transaction, Tables.DISTRICT, "1_2");
    Row warehouse = Row.read(transaction, Tables.WAREHOUSE, "1");

    assertThat(NewOrder.Shown.of(customer, district, warehouse, 1000).totalCents()).isEqualTo(600);
  }

  @Test
  void aPaymentElsewhereIsThatOfItsCustomer() {
    MemoryBinding.change("customer", "2_3_4", "c_credit", "BC");
    run(new Payment(1, 5, new CustomerChoice(2, 3, 4, ""), 12_345, NOW_MS));

    assertThat(number("customer", "2_3_4", "c_balance")).isEqualTo(-1000 - 12_345);
    assertThat(number("warehouse", "1", "w_ytd")).isEqualTo(10 * CUSTOMERS * 1000 + 12_345);
    assertThat(number("district", "1_5", "d_ytd")).isEqualTo(CUSTOMERS * 1000 + 12_345);
    assertThat(number("history", "2_3_4_2", "h_amount")).isEqualTo(12_345);
    assertThat(text("history", "2_3_4_2", "h_data"))
        .isEqualTo(text("warehouse", "1", "w_name") + "    " + text("district", "1_5", "d_name"));
    assertThat(text("customer", "2_3_4", "c_data")).startsWith("4 3 2 5 1 12345|");
    for (int i = 0; i < 50; i++) {
      run(new Payment(1, 5, new CustomerChoice(2, 3, 4, ""), 1, NOW_MS));
    }
    assertThat(text("customer", "2_3_4", "c_data")).hasSize(500);
  }

  @ParameterizedTest
  @CsvSource({"9, 9", "9 4, 9", "9 4 6, 4", "9 4 6 2, 4"})
  void ofCustomersWithTheSameNameTheOneInTheMiddlePays(String ids, int payer) {
    MemoryBinding.change("customer_name", "1_1_BARBARABLE", "c_ids", ids);

    run(new Payment(1, 1, new CustomerChoice(1, 1, 0, "BARBARABLE"), 100, NOW_MS));

    assertThat(number("customer", "1_1_" + payer, "c_payment_cnt")).isEqualTo(2);
  }

  @Test
  void aDeliveryTakesTheOldestOrderOfEachDistrict() {
    int oldest = CUSTOMERS * 7 / 10 + 1;
    run(new Delivery(LISTS, 1, 8, NOW_MS));

    for (int district = 1; district <= 10; district++) {
      String order = "1_" + district + "_" + oldest;
      assertThat(text("orders", order, "o_carrier_id")).isEqualTo("8");
      assertThat(text("orders", order, "ol_delivery_d").split(" "))
          .hasSize((int) number("orders", order, "o_ol_cnt"));
      String customer = "1_" + district + "_" + text("orders", order, "o_c_id");
      assertThat(number("customer", customer, "c_delivery_cnt")).isEqualTo(1);
      assertThat(number("customer", customer, "c_balance")).isGreaterThan(-1000);
    }
  }

  /** 2.7.4.2. */
  @Test
  void districtsWithoutAnOrderAreSkippedAndCounted() {
    MemoryBinding.change("new_order_queue", "1_4", "no_o_id", Integer.toString(CUSTOMERS + 1));
    long[] missed = new long[1];
    Status status =
        new Delivery(LISTS, 1, 8, NOW_MS)
            .run(
                body -> {
                  Transaction transaction = transactions.begin();
                  Effect effect = body.readAndWrite(transaction);
                  missed[0] += effect.changeMost() - effect.change();
                  return transaction.commit();
                });

    assertThat(status).isEqualTo(Status.OK);
    assertThat(missed[0]).isEqualTo(1);
  }

  @Test
  void theLevelIsThatOfTheItemsInTheLastTwentyOrders() {
    Set<String> low = new HashSet<>();
    for (int order = CUSTOMERS - 19; order <= CUSTOMERS; order++) {
      for (String item : text("orders", "1_6_" + order, "ol_i_id").split(" ")) {
        if (number("stock", "1_" + item, "s_quantity") < 50) {
          low.add(item);
        }
      }
    }
    StockLevel level = new StockLevel(LISTS, 1, 6, 50);
    run(level);

    assertThat(low).isNotEmpty();
    assertThat(level.low()).isEqualTo(low.size());
  }
}
