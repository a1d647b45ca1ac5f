package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Plan;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import io.hybridycsb.ycsb.workload.transactions.TransactionType;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionalWorkload;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.random.RandomGenerator;

/**
 * YCSB workload {@code ycsbt}, the closed economy workload (Dey, Fekete, Nambiar and Röhm, "YCSB+T:
 * Benchmarking web-scale transactional databases", 2014): money moves between accounts, none comes
 * or goes. A read looks at one account; a transfer moves a dollar from one account to another.
 */
public final class ClosedEconomy extends TransactionalWorkload {
  private static final String ACCOUNTS = "accounts";
  private static final String BALANCE = "balance";
  private static final long INITIAL_DOLLARS = 1000;

  private static final Property<Integer> READS =
      Property.integer("ycsbt.reads", 50, 0, 100, "how many of a hundred transactions only read");

  private static final PropertySet ALL = PropertySet.of("ycsbt.", ClosedEconomy.class);

  private RecordChooser accounts;

  public ClosedEconomy() {
    super("ycsbt");
  }

  @Override
  protected Plan plan(Properties properties) {
    int records = Recordcount.of(properties);
    accounts = Distribution.of(properties, records);
    int reads = ALL.read(properties).get(READS);
    CountedRecords contents =
        new CountedRecords(
            List.of(ACCOUNTS),
            records,
            BALANCE,
            ClosedEconomy::key,
            random -> Map.of(BALANCE, Numbers.encode(INITIAL_DOLLARS)));
    Tally dollars = new Tally();
    List<TransactionType> types =
        List.of(
            new TransactionType("READ-ACCOUNT", reads, dollars, this::read),
            new TransactionType("TRANSFER", 100 - reads, dollars, this::transfer));
    return new Plan(types, contents, new Total(contents, dollars), false);
  }

  private static String key(int account) {
    return "account" + account;
  }

  private Body read(RandomGenerator random) {
    String account = key(accounts.next(random));
    return transaction -> {
      Numbers.read(transaction, ACCOUNTS, account, BALANCE);
      return Effect.NONE;
    };
  }

  /** An account without money gives none. */
  private Body transfer(RandomGenerator random) {
    List<Integer> two = accounts.distinct(random, 2);
    String from = key(two.get(0));
    String to = key(two.get(1));
    return transaction -> {
      long left = Numbers.read(transaction, ACCOUNTS, from, BALANCE) - 1;
      if (left < 0) {
        return Effect.REFUSED;
      }
      long changed = Numbers.read(transaction, ACCOUNTS, to, BALANCE) + 1;
      transaction.put(ACCOUNTS, from, Map.of(BALANCE, Numbers.encode(left)));
      transaction.put(ACCOUNTS, to, Map.of(BALANCE, Numbers.encode(changed)));
      return Effect.NONE;
    };
  }
}
