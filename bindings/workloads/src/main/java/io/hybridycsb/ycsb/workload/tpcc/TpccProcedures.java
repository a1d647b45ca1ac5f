package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.workload.ProcedureFiles;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import java.util.Map;
import java.util.Set;

/** TPC-C's transactions as procedures, whose texts are the files below {@code tpcc}. */
final class TpccProcedures {
  private static final ProcedureFiles FILES =
      new ProcedureFiles(TpccProcedures.class, "tpcc", columns());

  static final Procedure NEW_ORDER =
      FILES
          .read(
              "new_order",
              "#p_warehouse",
              "#p_district",
              "#p_customer",
              "#p_entry",
              "#p_lines",
              "p_items",
              "p_supplies",
              "p_quantities")
          .rollingBack();

  static final Procedure PAYMENT =
      FILES.read(
          "payment",
          "#p_warehouse",
          "#p_district",
          "#p_c_warehouse",
          "#p_c_district",
          "#p_c_number",
          "p_c_last",
          "#p_amount",
          "#p_date");

  static final Procedure ORDER_STATUS =
      FILES.read("order_status", "#p_warehouse", "#p_district", "#p_c_number", "p_c_last");

  static final Procedure DELIVERY = FILES.read("delivery", "#p_warehouse", "#p_carrier", "#p_date");

  static final Procedure STOCK_LEVEL =
      FILES.read("stock_level", "#p_warehouse", "#p_district", "#p_threshold");

  private TpccProcedures() {}

  /** Those with which rows are loaded, and the one that a delivery adds. */
  private static Map<String, Set<String>> columns() {
    Map<String, Set<String>> columns = new Loading(new Scale(1, 10, 10), OrderLines.ROWS).columns();
    columns.get(Tables.NEW_ORDER).add("no_delivered");
    return columns;
  }
}
