package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.tpcc.NewOrder.Wanted;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * TPC-C's isolation tests (3.4.2.1 to 3.4.2.9): a transaction is held open while another, which it
 * meets, begins. A system may let the other wait, show it what was before, or abort one of them,
 * which is then made again. They work on a warehouse of their own.
 */
public final class Isolation implements AutoCloseable {
  private static final int WAREHOUSE = 701;
  private static final int DISTRICT = 1;
  private static final int CUSTOMER = 1;
  private static final int ITEM = 70_101;
  private static final long NOW_MS = 1_700_000_000_000L;
  private static final long PAID_CENTS = 100;
  private static final String PLACE = Tables.key(WAREHOUSE, DISTRICT);
  private static final String ORDERER = Tables.key(WAREHOUSE, DISTRICT, CUSTOMER);

  /** The other goes on for so long if nothing is in its way. */
  private static final long GOES_ON_MS = 300;

  private static final long PATIENCE_SECONDS = 30;

  private final OrderLines layout;
  private final DB firstBinding;
  private final DB secondBinding;
  private final Transactions first;
  private final Transactions second;
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  /** Of two bindings to the same system, which haven't begun. */
  public Isolation(OrderLines layout, DB firstBinding, DB secondBinding) throws Exception {
    this.layout = layout;
    this.firstBinding = firstBinding;
    this.secondBinding = secondBinding;
    firstBinding.init();
    first = Transactions.ofThread();
    second =
        other
            .submit(
                () -> {
                  secondBinding.init();
                  return Transactions.ofThread();
                })
            .get();
    committed(first, this::load);
    // Afterwards each table has all columns, for want of which a transaction has to begin again.
    committed(first, newOrder()::readAndWrite);
    committed(first, delivery()::readAndWrite);
    committed(first, newOrder()::readAndWrite);
  }

  private Object load(Transaction transaction) {
    new Row(Tables.WAREHOUSE, Tables.key(WAREHOUSE))
        .set("w_name", "house")
        .set("w_tax", 1000)
        .set("w_ytd", 0)
        .write(transaction);
    new Row(Tables.DISTRICT, PLACE)
        .set("d_name", "place")
        .set("d_tax", 1000)
        .set("d_ytd", 0)
        .set("d_next_o_id", 1)
        .write(transaction);
    new Row(Tables.NEW_ORDER_QUEUE, PLACE).set("no_o_id", 1).write(transaction);
    new Row(Tables.CUSTOMER, ORDERER)
        .set("c_id", CUSTOMER)
        .set("c_last", "BARBARBAR")
        .set("c_credit", "GC")
        .set("c_discount", 1000)
        .set("c_balance", 0)
        .set("c_ytd_payment", 0)
        .set("c_payment_cnt", 0)
        .set("c_delivery_cnt", 0)
        .set("c_last_o_id", 0)
        .write(transaction);
    for (int item = ITEM; item <= ITEM + 1; item++) {
      new Row(Tables.ITEM, Tables.key(item)).set("i_price", 100).write(transaction);
      new Row(Tables.STOCK, Tables.key(WAREHOUSE, item))
          .set("s_quantity", 50)
          .set("s_ytd", 0)
          .set("s_order_cnt", 0)
          .set("s_remote_cnt", 0)
          .set("s_dist_01", "info")
          .write(transaction);
    }
    return true;
  }

  /** All of them. */
  public void check() throws Exception {
    ordersAreNumberedWithoutGaps(true);
    ordersAreNumberedWithoutGaps(false);
    aStatusSeesAnOrderThatIsCommittedOrTheOneBefore(true);
    aStatusSeesAnOrderThatIsCommittedOrTheOneBefore(false);
    aPaymentAndADeliveryBothCount(true);
    aPaymentAndADeliveryBothCount(false);
    pricesAreThoseOfOneInstant();
    aDeliverySeesNoOrderThatCameLater();
    aStatusSeesNoOrderThatCameLater();
  }

  /** 3.4.2.1, and 3.4.2.2 where the order is rolled back. */
  private void aStatusSeesAnOrderThatIsCommittedOrTheOneBefore(boolean commits) throws Exception {
    int before = committed(first, this::newest);
    int seen = meet(newOrder(), commits, this::newest);

    int after = committed(first, this::newest);
    assertThat(after).isEqualTo(commits ? before + 1 : before);
    assertThat(seen).isIn(before, after);
  }

  /** 3.4.2.3, and 3.4.2.4 where the first order is rolled back. */
  private void ordersAreNumberedWithoutGaps(boolean commits) throws Exception {
    int before = committed(first, this::newest);
    meet(newOrder(), commits, newOrder()::readAndWrite);

    int after = committed(first, this::newest);
    assertThat(after).isEqualTo(commits ? before + 2 : before + 1);
    int next = committed(first, Isolation::nextOrder);
    assertThat(next).isEqualTo(after + 1);
    assertThat(isThere(before + 1)).isTrue();
    assertThat(isThere(next)).isFalse();
  }

  /** 3.4.2.5, and 3.4.2.6 where the delivery is rolled back. */
  private void aPaymentAndADeliveryBothCount(boolean commits) throws Exception {
    long before = committed(first, Isolation::balance);
    long delivered = committed(first, this::oldestCents);
    CustomerChoice payer = new CustomerChoice(WAREHOUSE, DISTRICT, CUSTOMER, "");
    Body payment = new Payment(WAREHOUSE, DISTRICT, payer, PAID_CENTS, NOW_MS);
    meet(delivery(), commits, payment::readAndWrite);

    assertThat(delivered).isPositive();
    long after = committed(first, Isolation::balance);
    assertThat(after).isEqualTo(before - PAID_CENTS + (commits ? delivered : 0));
  }

  /** 3.4.2.7. */
  private void pricesAreThoseOfOneInstant() throws Exception {
    long before = committed(first, all -> price(all, ITEM));
    Optional<Long> seen =
        seen(all -> price(all, ITEM), Isolation::raisePrices, all -> price(all, ITEM + 1));

    seen.ifPresent(price -> assertThat(price).isEqualTo(before));
    long after = committed(first, all -> price(all, ITEM + 1));
    assertThat(after).isEqualTo(before + 1);
  }

  /** 3.4.2.8. */
  private void aDeliverySeesNoOrderThatCameLater() throws Exception {
    while (committed(first, delivery()::readAndWrite).change() > 0) {
      // One more is delivered.
    }
    int next = committed(first, Isolation::nextOrder);
    Optional<Optional<Row>> seen =
        seen(delivery()::readAndWrite, newOrder()::readAndWrite, all -> order(all, next));

    seen.ifPresent(order -> assertThat(order).isEmpty());
    assertThat(isThere(next)).isTrue();
  }

  /** 3.4.2.9. */
  private void aStatusSeesNoOrderThatCameLater() throws Exception {
    int before = committed(first, this::newest);
    Optional<Optional<Row>> seen =
        seen(this::newest, newOrder()::readAndWrite, all -> order(all, before + 1));

    seen.ifPresent(order -> assertThat(order).isEmpty());
    int after = committed(first, this::newest);
    assertThat(after).isEqualTo(before + 1);
  }

  private Body newOrder() {
    List<Wanted> lines =
        List.of(new Wanted(ITEM, WAREHOUSE, 1), new Wanted(ITEM + 1, WAREHOUSE, 2));
    return new NewOrder(layout, WAREHOUSE, DISTRICT, CUSTOMER, lines, NOW_MS);
  }

  private Body delivery() {
    return transaction -> new Delivery(layout, WAREHOUSE, 1, NOW_MS).deliver(transaction, DISTRICT);
  }

  /** The customer's newest order, which must be there. */
  private int newest(Transaction transaction) {
    CustomerChoice customer = new CustomerChoice(WAREHOUSE, DISTRICT, CUSTOMER, "");
    new OrderStatus(layout, customer).readAndWrite(transaction);
    return customer.read(transaction).id("c_last_o_id");
  }

  private static int nextOrder(Transaction transaction) {
    return Row.read(transaction, Tables.DISTRICT, PLACE).id("d_next_o_id");
  }

  private static long balance(Transaction transaction) {
    return Row.read(transaction, Tables.CUSTOMER, ORDERER).number("c_balance");
  }

  private static Optional<Row> order(Transaction transaction, int id) {
    return Row.find(transaction, Tables.ORDERS, Tables.key(WAREHOUSE, DISTRICT, id));
  }

  private boolean isThere(int id) {
    return committed(first, all -> order(all, id).isPresent());
  }

  /** What the order costs that is delivered next. */
  private long oldestCents(Transaction transaction) {
    int oldest = Row.read(transaction, Tables.NEW_ORDER_QUEUE, PLACE).id("no_o_id");
    Row order = order(transaction, oldest).orElseThrow();
    return OrderLines.amountCents(layout.read(transaction, order));
  }

  private static long price(Transaction transaction, int item) {
    return Row.read(transaction, Tables.ITEM, Tables.key(item)).number("i_price");
  }

  private static Object raisePrices(Transaction transaction) {
    for (int item = ITEM; item <= ITEM + 1; item++) {
      Row.read(transaction, Tables.ITEM, Tables.key(item)).add("i_price", 1).write(transaction);
    }
    return true;
  }

  /** Holds one open while another begins, ends it, and returns what the other has come to. */
  private <T> T meet(Body open, boolean commits, Function<Transaction, T> others) throws Exception {
    Transaction held = first.begin();
    open.readAndWrite(held);
    Future<T> met = begin(() -> committed(second, others));
    if (!commits) {
      held.abort();
    } else if (!held.commit().equals(Status.OK)) {
      committed(first, open::readAndWrite);
    }
    return met.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** What one sees after another has begun; empty if it is aborted. */
  private <T> Optional<T> seen(
      Consumer<Transaction> before, Function<Transaction, ?> others, Function<Transaction, T> after)
      throws Exception {
    Transaction held = first.begin();
    before.accept(held);
    Future<?> met = begin(() -> committed(second, others));
    Optional<T> seen = Optional.empty();
    try {
      T found = after.apply(held);
      seen = held.commit().equals(Status.OK) ? Optional.of(found) : seen;
    } catch (FailedOperation e) {
      assertThat(e.status()).isEqualTo(Statuses.ABORTED);
    }
    met.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return seen;
  }

  /** Begins, and waits until it has ended or something is in its way. */
  private <T> Future<T> begin(Callable<T> task) throws Exception {
    Future<T> met = other.submit(task);
    try {
      met.get(GOES_ON_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It waits for the one that is held open.
    }
    return met;
  }

  /** Again as long as it is aborted. */
  private static <T> T committed(Transactions transactions, Function<Transaction, T> body) {
    long ends = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() - ends < 0) {
      Status status;
      try {
        Transaction transaction = transactions.begin();
        T result = body.apply(transaction);
        status = transaction.commit();
        if (status.equals(Status.OK)) {
          return result;
        }
      } catch (FailedOperation e) {
        status = e.status();
      }
      assertThat(status).isEqualTo(Statuses.ABORTED);
    }
    throw new AssertionError("aborted for half a minute");
  }

  @Override
  public void close() throws Exception {
    other
        .submit(
            () -> {
              secondBinding.cleanup();
              return null;
            })
        .get();
    other.shutdown();
    firstBinding.cleanup();
  }
}
