package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.workload.ProcedureFiles;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import java.util.Map;
import java.util.Set;

/** TPC-C's transactions as procedures, whose texts are the files below {@code tpcc}. */
final class TpccProcedures {
  private static final ProcedureFiles FILES =
      new ProcedureFiles(
          TpccProcedures.class,
          "tpcc",
          Map.of(
              Tables.WAREHOUSE, Set.of("w_name", "w_tax", "w_ytd"),
              Tables.DISTRICT, Set.of("d_name", "d_ytd", "d_next_o_id"),
              Tables.CUSTOMER,
                  Set.of(
                      "c_balance",
                      "c_credit",
                      "c_data",
                      "c_delivery_cnt",
                      "c_last_o_id",
                      "c_payment_cnt",
                      "c_ytd_payment"),
              Tables.CUSTOMER_NAME, Set.of("c_ids"),
              Tables.HISTORY,
                  Set.of(
                      "h_amount",
                      "h_c_d_id",
                      "h_c_id",
                      "h_c_w_id",
                      "h_d_id",
                      "h_data",
                      "h_date",
                      "h_w_id"),
              Tables.ORDERS,
                  Set.of(
                      "o_all_local",
                      "o_c_id",
                      "o_carrier_id",
                      "o_d_id",
                      "o_entry_d",
                      "o_id",
                      "o_ol_cnt",
                      "o_w_id",
                      "ol_amount",
                      "ol_delivery_d",
                      "ol_dist_info",
                      "ol_i_id",
                      "ol_quantity",
                      "ol_supply_w_id"),
              Tables.NEW_ORDER, Set.of("no_d_id", "no_delivered", "no_o_id", "no_w_id"),
              Tables.NEW_ORDER_QUEUE, Set.of("no_o_id"),
              Tables.ITEM, Set.of("i_price"),
              Tables.STOCK,
                  Set.of(
                      "s_dist_01",
                      "s_dist_02",
                      "s_dist_03",
                      "s_dist_04",
                      "s_dist_05",
                      "s_dist_06",
                      "s_dist_07",
                      "s_dist_08",
                      "s_dist_09",
                      "s_dist_10",
                      "s_order_cnt",
                      "s_quantity",
                      "s_remote_cnt",
                      "s_ytd")));

  static final Procedure NEW_ORDER =
      FILES.read(
          "new_order",
          "#p_warehouse",
          "#p_district",
          "#p_customer",
          "#p_entry",
          "#p_lines",
          "p_items",
          "p_supplies",
          "p_quantities");

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
}
