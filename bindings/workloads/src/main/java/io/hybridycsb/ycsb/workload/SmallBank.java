package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Plan;
import io.hybridycsb.ycsb.workload.transactions.Population;
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
import java.util.stream.Stream;

/**
 * YCSB workload Smallbank: customers with a savings and a checking account each. Five of its
 * transactions are those of Alomari, Cahill, Fekete and Röhm, "The cost of serializability on
 * platforms that use snapshot isolation", 2008; SEND-PAYMENT is H-Store's. The shares of the six
 * are those of BenchBase.
 *
 * <p>Three tables have a record for each of the {@code recordcount} customers. Each transaction
 * gets names, and looks up in {@code account} whose they are. Amounts are in cents.
 *
 * <p>AMALGAMATE empties accounts, however much is in them. So withdrawals and payments may
 * overdraw, as far as a property says. Otherwise ever more are refused, until one in five is.
 */
public final class SmallBank extends TransactionalWorkload {
  private static final String ACCOUNT = "account";
  private static final String CUSTOMER = "custid";
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
          Map.of(ACCOUNT, Set.of(CUSTOMER), SAVINGS, Set.of(BALANCE), CHECKING, Set.of(BALANCE)));
  private static final Procedure BALANCE_OF = PROCEDURES.read("balance", "p_name");
  private static final Procedure DEPOSIT_CHECKING =
      PROCEDURES.read("deposit_checking", "p_name", "#p_amount");
  private static final Procedure TRANSACT_SAVINGS =
      PROCEDURES.read("transact_savings", "p_name", "#p_amount", "#p_overdraft");
  private static final Procedure AMALGAMATE = PROCEDURES.read("amalgamate", "p_from", "p_to");
  private static final Procedure WRITE_CHECK =
      PROCEDURES.read("write_check", "p_name", "#p_amount", "#p_penalty");
  private static final Procedure SEND_PAYMENT =
      PROCEDURES.read("send_payment", "p_from", "p_to", "#p_amount", "#p_overdraft");

  private static final Property<Integer> BALANCE_SHARE = share("balance", 15);
  private static final Property<Integer> DEPOSIT_SHARE = share("deposit.checking", 15);
  private static final Property<Integer> TRANSACT_SHARE = share("transact.savings", 15);
  private static final Property<Integer> AMALGAMATE_SHARE = share("amalgamate", 15);
  private static final Property<Integer> WRITE_CHECK_SHARE = share("write.check", 15);
  private static final Property<Integer> SEND_PAYMENT_SHARE = share("send.payment", 25);

  private static final Property<Integer> OVERDRAFT =
      Property.integer(
          "smallbank.overdraft",
          1_000_000_000,
          0,
          Integer.MAX_VALUE,
          "cents below 0 that a withdrawal or a payment may leave");

  private static final Property<Integer> HOT_SPOT_SIZE =
      Property.integer(
          "smallbank.hotspot.size",
          0,
          0,
          Integer.MAX_VALUE,
          "customers of the hot spot; 0 for none");

  private static final Property<Integer> HOT_SPOT_SHARE =
      Property.integer(
          "smallbank.hotspot.share", 90, 0, 100, "how many of a hundred choices are of it");

  private static final PropertySet ALL = PropertySet.of("smallbank.", SmallBank.class);

  private RecordChooser customers;
  private long overdraft;

  public SmallBank() {
    super("smallbank");
  }

  private static Property<Integer> share(String type, int preset) {
    return Property.integer("smallbank." + type, preset, 0, 1_000_000, "its share of all");
  }

  @Override
  protected Plan plan(Properties properties) {
    int records = Recordcount.of(properties);
    PropertySet.Values shares = ALL.read(properties);
    customers = customers(properties, shares, records);
    overdraft = shares.get(OVERDRAFT);
    CountedRecords balances =
        new CountedRecords(
            List.of(SAVINGS, CHECKING),
            records,
            BALANCE,
            Integer::toString,
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
    return new Plan(types, new Customers(balances), new Total(balances, cents), true);
  }

  private static RecordChooser customers(
      Properties properties, PropertySet.Values values, int records) {
    int size = values.get(HOT_SPOT_SIZE);
    if (size == 0) {
      return Distribution.of(properties, records);
    }
    if (size >= records) {
      throw new IllegalArgumentException(
          "smallbank.hotspot.size is %d, not less than the %d customers".formatted(size, records));
    }
    if (!Distribution.isUniform(properties)) {
      throw new IllegalArgumentException(
          "smallbank.hotspot.size needs requestdistribution=uniform, beside the hot spot");
    }
    return new HotSpot(records, size, values.get(HOT_SPOT_SHARE));
  }

  private static String name(int customer) {
    return "customer" + customer;
  }

  /** The customers' names beside their balances. */
  private record Customers(CountedRecords balances) implements Population {
    @Override
    public int inserts() {
      return balances.inserts();
    }

    @Override
    public List<NewRecord> records(int insert, RandomGenerator random) {
      NewRecord named =
          new NewRecord(ACCOUNT, name(insert), Map.of(CUSTOMER, Numbers.encode(insert)));
      return Stream.concat(Stream.of(named), balances.records(insert, random).stream()).toList();
    }
  }

  private Course balance(RandomGenerator random) {
    String name = customer(random);
    Body body =
        transaction -> {
          String customer = lookUp(transaction, name);
          read(transaction, SAVINGS, customer);
          read(transaction, CHECKING, customer);
          return Effect.NONE;
        };
    return body.or(new Invocation(BALANCE_OF.call(name), 0));
  }

  private Course depositChecking(RandomGenerator random) {
    String name = customer(random);
    long amount = amount(random);
    Body body =
        transaction -> {
          String customer = lookUp(transaction, name);
          write(transaction, CHECKING, customer, read(transaction, CHECKING, customer) + amount);
          return Effect.of(amount);
        };
    return body.or(new Invocation(DEPOSIT_CHECKING.call(name, amount), amount));
  }

  /** A deposit or a withdrawal, as likely as each other. */
  private Course transactSavings(RandomGenerator random) {
    String name = customer(random);
    long amount = random.nextBoolean() ? amount(random) : -amount(random);
    Body body =
        transaction -> {
          String customer = lookUp(transaction, name);
          long changed = read(transaction, SAVINGS, customer) + amount;
          if (changed < -overdraft) {
            return Effect.REFUSED;
          }
          write(transaction, SAVINGS, customer, changed);
          return Effect.of(amount);
        };
    return body.or(new Invocation(TRANSACT_SAVINGS.call(name, amount, overdraft), amount));
  }

  /** All of one customer's money goes to another's checking account. */
  private Course amalgamate(RandomGenerator random) {
    List<Integer> two = customers.distinct(random, 2);
    String payer = name(two.get(0));
    String payee = name(two.get(1));
    Body body =
        transaction -> {
          String from = lookUp(transaction, payer);
          String to = lookUp(transaction, payee);
          long all = read(transaction, SAVINGS, from) + read(transaction, CHECKING, from);
          long changed = read(transaction, CHECKING, to) + all;
          write(transaction, SAVINGS, from, 0);
          write(transaction, CHECKING, from, 0);
          write(transaction, CHECKING, to, changed);
          return Effect.NONE;
        };
    return body.or(new Invocation(AMALGAMATE.call(payer, payee), 0));
  }

  private Course writeCheck(RandomGenerator random) {
    String name = customer(random);
    long amount = amount(random);
    Body body =
        transaction -> {
          String customer = lookUp(transaction, name);
          long checking = read(transaction, CHECKING, customer);
          boolean covered = read(transaction, SAVINGS, customer) + checking >= amount;
          long cost = covered ? amount : amount + PENALTY_CENTS;
          write(transaction, CHECKING, customer, checking - cost);
          return Effect.of(-cost);
        };
    return body.or(
        new Invocation(WRITE_CHECK.call(name, amount, PENALTY_CENTS), -amount - PENALTY_CENTS));
  }

  private Course sendPayment(RandomGenerator random) {
    List<Integer> two = customers.distinct(random, 2);
    String payer = name(two.get(0));
    String payee = name(two.get(1));
    long amount = amount(random);
    Body body =
        transaction -> {
          String from = lookUp(transaction, payer);
          String to = lookUp(transaction, payee);
          long left = read(transaction, CHECKING, from) - amount;
          if (left < -overdraft) {
            return Effect.REFUSED;
          }
          long changed = read(transaction, CHECKING, to) + amount;
          write(transaction, CHECKING, from, left);
          write(transaction, CHECKING, to, changed);
          return Effect.NONE;
        };
    return body.or(new Invocation(SEND_PAYMENT.call(payer, payee, amount, overdraft), 0));
  }

  private String customer(RandomGenerator random) {
    return name(customers.next(random));
  }

  private static long amount(RandomGenerator random) {
    return random.nextInt(1, AMOUNT_CENTS_MAX + 1);
  }

  /** The customer of a name, which is the key of both balances. */
  private static String lookUp(Transaction transaction, String name) {
    return Long.toString(Numbers.read(transaction, ACCOUNT, name, CUSTOMER));
  }

  private static long read(Transaction transaction, String table, String customer) {
    return Numbers.read(transaction, table, customer, BALANCE);
  }

  private static void write(Transaction transaction, String table, String customer, long cents) {
    transaction.put(table, customer, Map.of(BALANCE, Numbers.encode(cents)));
  }
}
