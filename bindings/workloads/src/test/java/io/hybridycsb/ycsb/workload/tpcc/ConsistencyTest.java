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

/** Each condition finds the row that breaks it. */
class ConsistencyTest {
  /** The initial orders of a district are 1 to 20; 15 to 20 are not delivered. */
  private static final Map<String, String> SCALE =
      Map.of("tpcc.items", "40", "tpcc.customers", "20", "transaction.retries", "0");

  private static YcsbRun loaded() throws Exception {
    return YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, SCALE);
  }

  @Test
  void allHoldAfterALoad() throws Exception {
    assertThat(loaded().run(0).ends()).isEmpty();
  }

  @ParameterizedTest(name = "{4}: {0} {1} {2}")
  @CsvSource({
    "warehouse, 1, w_ytd, 1, 3.3.2.1",
    "warehouse, 1, w_ytd, 1, 3.3.2.8",
    "district, 1_7, d_next_o_id, 20, 3.3.2.2",
    "district, 1_7, d_next_o_id, 22, 3.3.2.2",
    "new_order, 1_7_20, no_delivered, 1, 3.3.2.2",
    "new_order, 1_7_17, no_delivered, 1, 3.3.2.3",
    "new_order, 1_7_14, no_o_id, 14, 3.3.2.3",
    "new_order_queue, 1_7, no_o_id, 16, 3.3.2.3",
    "orders, 1_7_3, o_ol_cnt, 99, 3.3.2.4",
    "orders, 1_7_3, o_carrier_id, , 3.3.2.5",
    "orders, 1_7_18, o_carrier_id, 1, 3.3.2.5",
    "orders, 1_7_3, o_ol_cnt, 99, 3.3.2.6",
    "orders, 1_7_3, ol_delivery_d, , 3.3.2.7",
    "district, 1_7, d_ytd, 1, 3.3.2.9",
    "customer, 1_7_3, c_balance, 1, 3.3.2.10",
    "history, 1_7_3_1, h_amount, 1, 3.3.2.10",
    "customer, 1_7_3, c_payment_cnt, 0, C_PAYMENT_CNT",
    "customer, 1_7_3, c_delivery_cnt, 1, 3.3.2.11",
    "customer, 1_7_3, c_ytd_payment, 1, 3.3.2.12",
    "customer, 1_7_3, c_payment_cnt, 2, C_PAYMENT_CNT",
    "customer, 1_7_3, c_last_o_id, 0, C_LAST_O_ID",
    "stock, 1_39, s_ytd, 1, S_YTD",
    "stock, 1_39, s_order_cnt, 1, S_YTD",
  })
  void aRowThatBreaksAConditionIsFound(
      String table, String key, String field, String value, String condition) throws Exception {
    YcsbRun loaded = loaded();
    MemoryBinding.change(table, key, field, value);

    assertThat(loaded.run(0).ends())
        .singleElement()
        .asString()
        .startsWith("tpcc: verification failed: ")
        .contains(condition);
  }

  @ParameterizedTest(name = "{4}: {0} {1} {2}")
  @CsvSource({
    "orders, 1_7_3, o_ol_cnt, 99, 3.3.2.4",
    "orders, 1_7_3, o_ol_cnt, 99, 3.3.2.6",
    "order_line, 1_7_3_4, ol_delivery_d, , 3.3.2.7",
    "order_line, 1_7_18_4, ol_delivery_d, 1700000000000, 3.3.2.7",
    "order_line, 1_7_3_4, ol_amount, 1, 3.3.2.10",
    "order_line, 1_7_3_4, ol_amount, 1, 3.3.2.12",
  })
  void aLineThatBreaksAConditionIsFound(
      String table, String key, String field, String value, String condition) throws Exception {
    Map<String, String> rows = new TreeMap<>(SCALE);
    rows.put("tpcc.order.lines", "rows");
    YcsbRun loaded = YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, rows);
    assertThat(loaded.run(0).ends()).isEmpty();
    MemoryBinding.change(table, key, field, value);

    assertThat(loaded.run(0).ends())
        .singleElement()
        .asString()
        .startsWith("tpcc: verification failed: ")
        .contains(condition);
  }

  @Test
  void aLineThatIsAbsentIsFound() throws Exception {
    Map<String, String> rows = new TreeMap<>(SCALE);
    rows.put("tpcc.order.lines", "rows");
    YcsbRun loaded = YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, rows);
    MemoryBinding.remove("order_line", "1_7_3_2");

    assertThat(loaded.run(0).ends()).singleElement().asString().contains("3.3.2.4", "3.3.2.6");
  }

  @Test
  void aPaymentThatNoCustomerCountsIsFound() throws Exception {
    YcsbRun loaded = loaded();
    MemoryBinding.change("history", "1_7_3_2", "h_amount", "500");
    MemoryBinding.change("history", "1_7_3_2", "h_w_id", "1");
    MemoryBinding.change("history", "1_7_3_2", "h_d_id", "7");

    assertThat(loaded.run(0).ends())
        .singleElement()
        .asString()
        .contains(
            "3.3.2.9 D_YTD = sum(H_AMOUNT) (1, such as warehouse 1 district 7: 20000 and 20500)");
  }

  @Test
  void anOrderThatIsAbsentIsFound() throws Exception {
    YcsbRun loaded = loaded();
    MemoryBinding.remove("orders", "1_7_5");

    assertThat(loaded.run(0).ends()).singleElement().asString().contains("order 5 is absent");
  }
}
