package io.hybridycsb.ycsb.workload.tpcc;

/** What must hold after a run: TPC-C's consistency conditions, and what goes beyond them. */
enum Condition {
  WAREHOUSE_YTD("3.3.2.1 W_YTD = sum(D_YTD)"),
  NEXT_ORDER("3.3.2.2 D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID)"),
  NO_GAP("3.3.2.3 NO_O_ID has no gap"),
  ALL_LINES("3.3.2.4 sum(O_OL_CNT) = order lines of the district"),
  CARRIER("3.3.2.5 O_CARRIER_ID is null = the order is in NEW_ORDER"),
  LINES("3.3.2.6 O_OL_CNT = order lines of the order"),
  DELIVERED_LINES("3.3.2.7 OL_DELIVERY_D is null = O_CARRIER_ID is null"),
  WAREHOUSE_HISTORY("3.3.2.8 W_YTD = sum(H_AMOUNT)"),
  DISTRICT_HISTORY("3.3.2.9 D_YTD = sum(H_AMOUNT)"),
  BALANCE("3.3.2.10 C_BALANCE = delivered OL_AMOUNT - H_AMOUNT"),

  /** TPC-C's is about the initial rows, where nobody's C_DELIVERY_CNT counts. */
  DELIVERIES("3.3.2.11 orders - NEW_ORDER = initially delivered + C_DELIVERY_CNT"),
  PAID("3.3.2.12 C_BALANCE + C_YTD_PAYMENT = delivered OL_AMOUNT"),
  PAYMENTS("C_PAYMENT_CNT = payments of the customer in HISTORY"),
  LAST_ORDER("C_LAST_O_ID = max(O_ID) of the customer"),
  STOCK("S_YTD and S_ORDER_CNT and S_REMOTE_CNT = order lines of the item"),
  ORDERS_OF_RUN("orders have grown by committed NEW-ORDERs"),
  PAYMENTS_OF_RUN("W_YTD has grown by committed PAYMENTs"),
  DELIVERIES_OF_RUN("deliveries have grown by committed DELIVERYs");

  private final String text;

  Condition(String text) {
    this.text = text;
  }

  /** The condition, for people. */
  String text() {
    return text;
  }
}
