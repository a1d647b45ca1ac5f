package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import java.util.Optional;

/**
 * TPC-C's Payment (2.5): a customer, of this warehouse or of another, pays at a warehouse's
 * district. It counts what is paid, in cents. What most transactions write is read last, as in
 * {@link NewOrder}.
 */
record Payment(int warehouse, int district, CustomerChoice customer, long amountCents, long dateMs)
    implements Body {
  /** Of C_DATA. */
  private static final int DATA_LENGTH_MAX = 500;

  @Override
  public Effect readAndWrite(Transaction transaction) {
    Row payer = customer.read(transaction);
    Row place = Row.read(transaction, Tables.DISTRICT, Tables.key(warehouse, district));
    Row house = Row.read(transaction, Tables.WAREHOUSE, Tables.key(warehouse));
    payer.add("c_balance", -amountCents).add("c_ytd_payment", amountCents).add("c_payment_cnt", 1);
    if (payer.text("c_credit").equals("BC")) {
      payer.set("c_data", noted(payer));
    }
    house.add("w_ytd", amountCents).write(transaction);
    place.add("d_ytd", amountCents).write(transaction);
    payer.write(transaction);
    history(payer, house.text("w_name") + "    " + place.text("d_name")).write(transaction);
    return Effect.of(amountCents);
  }

  @Override
  public Optional<Invocation> invocation() {
    return Optional.of(
        new Invocation(
            TpccProcedures.PAYMENT.call(
                (long) warehouse,
                (long) district,
                (long) customer.warehouse(),
                (long) customer.district(),
                (long) customer.number(),
                customer.lastName(),
                amountCents,
                dateMs),
            amountCents));
  }

  /** Of a customer with bad credit each payment is noted in C_DATA (2.5.2.2). */
  private String noted(Row payer) {
    String note =
        "%d %d %d %d %d %d|"
            .formatted(
                payer.id("c_id"),
                customer.district(),
                customer.warehouse(),
                district,
                warehouse,
                amountCents);
    String all = note + payer.text("c_data");
    return all.substring(0, Math.min(all.length(), DATA_LENGTH_MAX));
  }

  private Row history(Row payer, String data) {
    int payerId = payer.id("c_id");
    long payment = payer.number("c_payment_cnt");
    return new Row(
            Tables.HISTORY, Tables.key(customer.warehouse(), customer.district(), payerId, payment))
        .set("h_c_id", payerId)
        .set("h_c_d_id", customer.district())
        .set("h_c_w_id", customer.warehouse())
        .set("h_d_id", district)
        .set("h_w_id", warehouse)
        .set("h_date", dateMs)
        .set("h_amount", amountCents)
        .set("h_data", data);
  }
}
