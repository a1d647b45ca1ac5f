package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.YcsbRun;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.RandomText;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of a load. */
class LoadingTest {
  private static final Map<String, String> SCALE =
      Map.of("tpcc.warehouses", "2", "tpcc.items", "40", "tpcc.customers", "30");

  @ParameterizedTest
  @CsvSource({
    "item, 40",
    "warehouse, 2",
    "stock, 80",
    "district, 20",
    "new_order_queue, 20",
    "customer, 600",
    "history, 600",
    "customer_name, 600",
    "orders, 600",
    "new_order, 180",
  })
  void eachTableHasItsRows(String table, int rows) throws Exception {
    YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, SCALE);

    assertThat(MemoryBinding.size(table)).isEqualTo(rows);
  }

  @Test
  void theScaleOfTpccHasItsCardinalities() {
    Scale tpcc = new Scale(1, Scale.ITEMS_TPCC, Scale.CUSTOMERS_TPCC);

    assertThat(tpcc.lastNames()).isEqualTo(1000);
    assertThat(tpcc.undelivered()).isEqualTo(900);
    assertThat(new Loading(tpcc, OrderLines.LISTS).inserts()).isEqualTo(309_021);
  }

  @Test
  void eachOrderHasFiveToFifteenRowsOfLines() throws Exception {
    Map<String, String> rows = new TreeMap<>(SCALE);
    rows.put("tpcc.order.lines", "rows");
    YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, rows);

    assertThat(MemoryBinding.size("orders")).isEqualTo(600);
    assertThat(MemoryBinding.size("order_line")).isBetween(5 * 600, 15 * 600);
    int lines = Integer.parseInt(MemoryBinding.text("orders", "2_3_4", "o_ol_cnt").orElseThrow());
    assertThat(MemoryBinding.text("order_line", "2_3_4_" + lines, "ol_number"))
        .contains(Integer.toString(lines));
    assertThat(MemoryBinding.text("order_line", "2_3_4_" + (lines + 1), "ol_number")).isEmpty();
    assertThat(MemoryBinding.text("order_line", "2_3_4_1", "ol_delivery_d")).isPresent();
    assertThat(MemoryBinding.text("order_line", "2_3_30_1", "ol_delivery_d")).isEmpty();
  }

  @Test
  void tenWarehousesShareTheItems() {
    Scale ten = new Scale(10, Scale.ITEMS_TPCC, Scale.CUSTOMERS_TPCC);
    Loading loading = new Loading(ten, OrderLines.ROWS);
    int last = loading.inserts() - 1;

    assertThat(last).isEqualTo(100_000 + 10 * 209_021 - 1);
    assertThat(loading.records(last, new SplittableRandom(3)).get(0).key()).isEqualTo("10_10_3000");
  }

  @Test
  void severalProcessesLoadPartsThatFit() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    int all = new Loading(new Scale(2, 40, 30), OrderLines.LISTS).inserts();
    Map<String, String> first = new TreeMap<>(SCALE);
    first.put("insertcount", "1000");
    Map<String, String> second = new TreeMap<>(SCALE);
    second.put("insertstart", "1000");
    second.put("insertcount", Integer.toString(all - 1000));
    assertThat(new YcsbRun(Tpcc::new, first).load().ends()).isEmpty();
    assertThat(new YcsbRun(Tpcc::new, second).load().ends()).isEmpty();

    assertThat(new YcsbRun(Tpcc::new, SCALE).run(500).ends()).isEmpty();
  }

  @Test
  void aPartBeyondTheRowsIsRefused() throws Exception {
    Map<String, String> beyond = new TreeMap<>(SCALE);
    beyond.put("insertstart", "2000");
    beyond.put("insertcount", "1000");

    assertThat(new YcsbRun(Tpcc::new, beyond).load().ends())
        .containsExactly(
            "tpcc: insertstart is 2000 and insertcount 1000, but there are 2742 inserts, from 0 on");
  }

  @Test
  void theFirstThousandCustomersHaveEachNameOnceAndTheOthersDont() {
    Scale tpcc = new Scale(1, Scale.ITEMS_TPCC, Scale.CUSTOMERS_TPCC);
    DistrictContents district = new DistrictContents(tpcc, 4);

    assertThat(district.name(1).last()).isEqualTo("BARBARBAR");
    assertThat(district.name(1000).last()).isEqualTo("EINGEINGEING");
    int most = 0;
    int all = 0;
    for (int place = 0; place < tpcc.lastNames(); place++) {
      most = Math.max(most, district.customersNamed(place).size());
      all += district.customersNamed(place).size();
      assertThat(district.customersNamed(place))
          .isSortedAccordingTo(
              (one, other) -> district.name(one).first().compareTo(district.name(other).first()));
    }
    assertThat(all).isEqualTo(Scale.CUSTOMERS_TPCC);
    assertThat(most).isGreaterThan(5);
  }

  @Test
  void eachCustomerHasOneInitialOrder() {
    DistrictContents district = new DistrictContents(new Scale(1, 10, 500), 0);

    int inOrder = 0;
    for (int order = 1; order <= 500; order++) {
      assertThat(district.orderOf(district.customerOf(order))).isEqualTo(order);
      inOrder += district.customerOf(order) == order ? 1 : 0;
    }
    assertThat(inOrder).isLessThan(20);
  }

  @Test
  void fillersHaveTheLengthsOfTpcc() throws Exception {
    YcsbRun.loaded(Behaviour.SERIALIZABLE, Tpcc::new, SCALE);

    assertThat(MemoryBinding.text("customer", "2_3_4", "c_data").orElseThrow().length())
        .isBetween(300, 500);
    assertThat(MemoryBinding.text("stock", "2_3", "s_dist_10").orElseThrow()).hasSize(24);
    assertThat(MemoryBinding.text("warehouse", "2", "w_zip").orElseThrow()).matches("\\d{4}11111");
    assertThat(MemoryBinding.text("orders", "2_3_4", "ol_i_id").orElseThrow().split(" ").length)
        .isBetween(5, 15);
  }

  @Test
  void dataOfOneInTenIsOriginal() {
    SplittableRandom random = new SplittableRandom(11);
    int original = 0;
    for (int i = 0; i < 10_000; i++) {
      String data = RandomText.data(random);
      assertThat(data.length()).isBetween(26, 50);
      original += data.contains("ORIGINAL") ? 1 : 0;
    }
    assertThat(original).isBetween(850, 1150);
  }
}
