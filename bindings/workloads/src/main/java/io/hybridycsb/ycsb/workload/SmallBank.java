package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Plan;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import io.hybridycsb.ycsb.workload.transactions.TransactionType;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Invocation;
import io.hybridycsb.ycsb.workload.transactions.TransactionalWorkload;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * YCSB workload Smallbank (Alomari, Cahill, Fekete and Röhm, "The cost of serializability on
 * platforms that use snapshot isolation", 2008): customers with a savings and a checking account
 * each. Two tables have a record for each of the {@code recordcount} customers. Amounts are in
 * cents. The shares of the six transactions are those of BenchBase.
 */
public final class SmallBank extends TransactionalWorkload {
  private static final String SAVINGS = "savings";
  private static final String CHECKING = "checking";
  private static final String BALANCE = "balance";

  private static final long INITIAL_CENTS = 1_000_000;
  private static final int AMOUNT_CENTS_MAX = 10_000;

  /** For a check that was not covered. */
  private static final long PENALTY_CENTS = 100;

  private static final ProcedureFiles PROCEDURES =
      new ProcedureFiles(
          SmallBank.class,
          "smallbank",
          Map.of(SAVINGS, Set.of(BALANCE), CHECKING, Set.of(BALANCE)));
  private static final Procedure BALANCE_OF = PROCEDURES.read("balance", "p_customer");
  private static final Procedure DEPOSIT_CHECKING =
      PROCEDURES.read("deposit_checking", "p_customer", "#p_amount");
  private static final Procedure TRANSACT_SAVINGS =
      PROCEDURES.read("transact_savings", "p_customer", "#p_amount");
  private static final Procedure AMALGAMATE = PROCEDURES.read("amalgamate", "p_from", "p_to");
  private static final Procedure WRITE_CHECK =
      PROCEDURES.read("write_check", "p_customer", "#p_amount", "#p_penalty");
  private static final Procedure SEND_PAYMENT =
      PROCEDURES.read("send_payment", "p_from", "p_to", "#p_amount");

  private static final Property<Integer> BALANCE_SHARE = share("balance", 15);
  private static final Property<Integer> DEPOSIT_SHARE = share("deposit.checking", 15);
  private static final Property<Integer> TRANSACT_SHARE = share("transact.savings", 15);
  private static final Property<Integer> AMALGAMATE_SHARE = share("amalgamate", 15);
  private static final Property<Integer> WRITE_CHECK_SHARE = share("write.check", 15);
  private static final Property<Integer> SEND_PAYMENT_SHARE = share("send.payment", 25);

  private static final PropertySet SHARES = PropertySet.of("smallbank.", SmallBank.class);

  private RecordChooser customers;

  public SmallBank() {
    super("smallbank");
  }

  private static Property<Integer> share(String type, int preset) {
    return Property.integer("smallbank." + type, preset, 0, 1_000_000, "its share of all");
  }

  @Override
  protected Plan plan(Properties properties) {
    int records = Recordcount.of(properties);
    customers = Distribution.of(properties, records);
    PropertySet.Values shares = SHARES.read(properties);
    CountedRecords accounts =
        new CountedRecords(
            List.of(SAVINGS, CHECKING),
            records,
            BALANCE,
            SmallBank::key,
            random -> Map.of(BALANCE, Numbers.encode(INITIAL_CENTS)));
    Tally cents = new Tally();
    List<TransactionType> types =
        List.of(
            new TransactionType("BALANCE", shares.get(BALANCE_SHARE), cents, this::balance),
            new TransactionType(
                "DEPOSIT-CHECKING", shares.get(DEPOSIT_SHARE), cents, this::depositChecking),
            new TransactionType(
                "TRANSACT-SAVINGS", shares.get(TRANSACT_SHARE), cents, this::transactSavings),
            new TransactionType(
                "AMALGAMATE", shares.get(AMALGAMATE_SHARE), cents, this::amalgamate),
            new TransactionType(
                "WRITE-CHECK", shares.get(WRITE_CHECK_SHARE), cents, this::writeCheck),
            new TransactionType(
                "SEND-PAYMENT", shares.get(SEND_PAYMENT_SHARE), cents, this::sendPayment));
    return new Plan(types, accounts, new Total(accounts, cents), true);
  }

  private static String key(int customer) {
    return "customer" + customer;
  }

  private Course balance(RandomGenerator random) {
    String customer = customer(random);
    Body body =
        transaction -> {
          read(transaction, SAVINGS, customer);
          read(transaction, CHECKING, customer);
          return Effect.NONE;
        };
    return body.or(new Invocation(BALANCE_OF.call(customer), 0));
  }

  private Course depositChecking(RandomGenerator random) {
    String customer = customer(random);
    long amount = amount(random);
    Body body =
        transaction -> {
          write(transaction, CHECKING, customer, read(transaction, CHECKING, customer) + amount);
          return Effect.of(amount);
        };
    return body.or(new Invocation(DEPOSIT_CHECKING.call(customer, amount), amount));
  }

  /** A deposit or a withdrawal, as likely as each other. */
  private Course transactSavings(RandomGenerator random) {
    String customer = customer(random);
    long amount = random.nextBoolean() ? amount(random) : -amount(random);
    Body body =
        transaction -> {
          long changed = read(transaction, SAVINGS, customer) + amount;
          if (changed < 0) {
            return Effect.REFUSED;
          }
          write(transaction, SAVINGS, customer, changed);
          return Effect.of(amount);
        };
    return body.or(new Invocation(TRANSACT_SAVINGS.call(customer, amount), amount));
  }

  /** All of one customer's money goes to another's checking account. */
  private Course amalgamate(RandomGenerator random) {
    List<Integer> two = customers.distinct(random, 2);
    String from = key(two.get(0));
    String to = key(two.get(1));
    Body body =
        transaction -> {
          long all = read(transaction, SAVINGS, from) + read(transaction, CHECKING, from);
          long changed = read(transaction, CHECKING, to) + all;
          write(transaction, SAVINGS, from, 0);
          write(transaction, CHECKING, from, 0);
          write(transaction, CHECKING, to, changed);
          return Effect.NONE;
        };
    return body.or(new Invocation(AMALGAMATE.call(from, to), 0));
  }

  private Course writeCheck(RandomGenerator random) {
    String customer = customer(random);
    long amount = amount(random);
    Body body =
        transaction -> {
          long checking = read(transaction, CHECKING, customer);
          boolean covered = read(transaction, SAVINGS, customer) + checking >= amount;
          long cost = covered ? amount : amount + PENALTY_CENTS;
          write(transaction, CHECKING, customer, checking - cost);
          return Effect.of(-cost);
        };
    return body.or(
        new Invocation(WRITE_CHECK.call(customer, amount, PENALTY_CENTS), -amount - PENALTY_CENTS));
  }

  private Course sendPayment(RandomGenerator random) {
    List<Integer> two = customers.distinct(random, 2);
    String from = key(two.get(0));
    String to = key(two.get(1));
    long amount = amount(random);
    Body body =
        transaction -> {
          long left = read(transaction, CHECKING, from) - amount;
          if (left < 0) {
            return Effect.REFUSED;
          }
          long changed = read(transaction, CHECKING, to) + amount;
          write(transaction, CHECKING, from, left);
          write(transaction, CHECKING, to, changed);
          return Effect.NONE;
        };
    return body.or(new Invocation(SEND_PAYMENT.call(from, to, amount), 0));
  }

  private String customer(RandomGenerator random) {
    return key(customers.next(random));
  }

  private static long amount(RandomGenerator random) {
    return random.nextInt(1, AMOUNT_CENTS_MAX + 1);
  }

  private static long read(Transaction transaction, String table, String customer) {
    return Numbers.read(transaction, table, customer, BALANCE);
  }

  private static void write(Transaction transaction, String table, String customer, long cents) {
    transaction.put(table, customer, Map.of(BALANCE, Numbers.encode(cents)));
  }
}
