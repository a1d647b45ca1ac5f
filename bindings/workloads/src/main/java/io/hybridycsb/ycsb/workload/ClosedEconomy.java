package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Plan;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import io.hybridycsb.ycsb.workload.transactions.TransactionType;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionalWorkload;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.random.RandomGenerator;
import site.ycsb.Status;

/**
 * YCSB workload {@code ycsbt}, the closed economy workload (Dey, Fekete, Nambiar and Röhm, "YCSB+T:
 * Benchmarking web-scale transactional databases", 2014): money moves between accounts, none comes
 * or goes.
 *
 * <ul>
 *   <li>A read looks at one account.
 *   <li>A scan looks at some that follow each other. It reads each by its key, for there are no
 *       scans in transactions.
 *   <li>A transfer moves a dollar from one account to another.
 *   <li>A delete captures the cash of an account, and deletes that.
 *   <li>An insert makes a deleted account again, with cash that a delete has captured.
 * </ul>
 *
 * <p>Once accounts may be deleted, a transfer from or to an absent one is refused. So are a delete
 * of an absent one, and an insert of one that is there.
 */
public final class ClosedEconomy extends TransactionalWorkload {
  private static final String ACCOUNTS = "accounts";
  private static final String BALANCE = "balance";
  private static final long INITIAL_DOLLARS = 1000;
  private static final int SCANNED_MAX = 50;

  private static final Property<Integer> READS = percent("reads", 50, "only read an account");
  private static final Property<Integer> SCANS = percent("scans", 0, "read several accounts");
  private static final Property<Integer> DELETES = percent("deletes", 0, "delete an account");
  private static final Property<Integer> INSERTS = percent("inserts", 0, "insert a deleted one");

  private static final Property<Integer> SCANNED =
      Property.integer("ycsbt.scan.length", 10, 1, SCANNED_MAX, "accounts that a scan reads");

  private static final PropertySet ALL = PropertySet.of("ycsbt.", ClosedEconomy.class);

  private final CapturedCash captured = new CapturedCash();
  private RecordChooser accounts;
  private int records;
  private int scanned;
  private boolean mayBeAbsent;

  public ClosedEconomy() {
    super("ycsbt");
  }

  private static Property<Integer> percent(String type, int preset, String what) {
    return Property.integer(
        "ycsbt." + type, preset, 0, 100, "how many of a hundred transactions " + what);
  }

  @Override
  protected Plan plan(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    records = Recordcount.of(properties);
    accounts = Distribution.of(properties, records);
    scanned = Math.min(values.get(SCANNED), records);
    int reads = values.get(READS);
    int scans = values.get(SCANS);
    int deletes = values.get(DELETES);
    int inserts = values.get(INSERTS);
    int others = reads + scans + deletes + inserts;
    if (others > 100) {
      throw new IllegalArgumentException(
          "ycsbt.reads, .scans, .deletes and .inserts are %d of a hundred together"
              .formatted(others));
    }
    mayBeAbsent = deletes + inserts > 0;
    CountedRecords contents =
        new CountedRecords(
            List.of(ACCOUNTS),
            records,
            BALANCE,
            ClosedEconomy::key,
            random -> fields(INITIAL_DOLLARS));
    Tally dollars = new Tally();
    List<TransactionType> types =
        List.of(
            new TransactionType("READ-ACCOUNT", reads, dollars, this::read),
            new TransactionType("SCAN-ACCOUNTS", scans, dollars, this::scan),
            new TransactionType("DELETE-ACCOUNT", deletes, dollars, this::delete),
            new TransactionType("INSERT-ACCOUNT", inserts, dollars, this::insert),
            new TransactionType("TRANSFER", 100 - others, dollars, this::transfer));
    Total total =
        mayBeAbsent
            ? Total.ofRecordsThatMayBeAbsent(contents, dollars, captured::dollars)
            : new Total(contents, dollars);
    return new Plan(types, contents, total, false);
  }

  private static String key(int account) {
    return "account" + account;
  }

  private static Map<String, byte[]> fields(long dollars) {
    return Map.of(BALANCE, Numbers.encode(dollars));
  }

  /** Empty if the account is absent, and may be. */
  private OptionalLong balance(Transaction transaction, String account) {
    return mayBeAbsent
        ? Numbers.find(transaction, ACCOUNTS, account, BALANCE)
        : OptionalLong.of(Numbers.read(transaction, ACCOUNTS, account, BALANCE));
  }

  private Body read(RandomGenerator random) {
    String account = key(accounts.next(random));
    return transaction -> {
      balance(transaction, account);
      return Effect.NONE;
    };
  }

  /** The last accounts are followed by the first. */
  private Body scan(RandomGenerator random) {
    int first = accounts.next(random);
    return transaction -> {
      for (int i = 0; i < scanned; i++) {
        balance(transaction, key((int) ((first + (long) i) % records)));
      }
      return Effect.NONE;
    };
  }

  /** An account without money gives none. */
  private Body transfer(RandomGenerator random) {
    List<Integer> two = accounts.distinct(random, 2);
    String from = key(two.get(0));
    String to = key(two.get(1));
    return transaction -> {
      OptionalLong payer = balance(transaction, from);
      if (payer.isEmpty() || payer.getAsLong() == 0) {
        return Effect.REFUSED;
      }
      OptionalLong payee = balance(transaction, to);
      if (payee.isEmpty()) {
        return Effect.REFUSED;
      }
      transaction.put(ACCOUNTS, from, fields(payer.getAsLong() - 1));
      transaction.put(ACCOUNTS, to, fields(payee.getAsLong() + 1));
      return Effect.NONE;
    };
  }

  private Course delete(RandomGenerator random) {
    int account = accounts.next(random);
    return committer -> {
      long[] dollars = new long[1];
      Status status =
          committer.commit(
              transaction -> {
                OptionalLong balance = balance(transaction, key(account));
                if (balance.isEmpty()) {
                  return Effect.REFUSED;
                }
                dollars[0] = balance.getAsLong();
                transaction.delete(ACCOUNTS, key(account));
                return Effect.of(-dollars[0]);
              });
      if (status.equals(Status.OK)) {
        captured.deleted(account, dollars[0]);
      }
      return status;
    };
  }

  /** Any account, without cash, if none is known to be deleted. */
  private Course insert(RandomGenerator random) {
    CapturedCash.Taken taken = captured.take(() -> accounts.next(random));
    return committer -> {
      Status status =
          committer.commit(
              transaction -> {
                if (balance(transaction, key(taken.account())).isPresent()) {
                  return Effect.REFUSED;
                }
                transaction.put(ACCOUNTS, key(taken.account()), fields(taken.dollars()));
                return Effect.of(taken.dollars());
              });
      captured.inserted(taken, status);
      return status;
    };
  }
}
