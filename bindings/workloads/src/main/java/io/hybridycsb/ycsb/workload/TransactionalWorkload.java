package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.Records;
import io.hybridycsb.ycsb.support.Statuses;
import io.hybridycsb.ycsb.support.Terminator;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.TransactionType.Body;
import io.hybridycsb.ycsb.workload.TransactionType.Effect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * What the workloads of transactions share: they load records that each hold a number, run
 * transactions of several types by their shares, and verify that the total of all numbers has
 * changed by as much as the committed transactions say.
 *
 * <p>A transaction that is aborted is made anew with the same records and amounts, {@code
 * transaction.retries} times at most. One of unknown outcome is not. One that its own rules forbid
 * commits what it has read, so that it is refused for a reason that was true, and is {@link
 * #REFUSED}.
 *
 * <p>Measured are TRANSACTION, with the last attempt's status and the time of all; the same by
 * type, such as SEND-PAYMENT; and ATTEMPT, one by one. So the ABORTED of ATTEMPT are the aborts,
 * and the ATTEMPTs beyond the TRANSACTIONs the retries.
 */
public abstract class TransactionalWorkload extends Workload {
  /** Its rules forbid the transaction, such as for want of money. Nothing has changed. */
  static final Status REFUSED = new Status("REFUSED", "The transaction's own rules forbid it.");

  private static final Property<Integer> RETRIES =
      Property.integer("transaction.retries", 10, 0, 1000, "how often an aborted one is made anew");

  private static final Property<Boolean> VERIFY =
      Property.flag("transaction.verify", true, "whether totals are read before and after the run");

  private static final PropertySet COMMON =
      new PropertySet("transaction.", List.of(RETRIES, VERIFY));

  private final String name;
  private final Terminator terminator;
  private final Tally tally = new Tally();
  private final AtomicLong inserted = new AtomicLong();
  private List<TransactionType> types;
  private int shares;
  private int retries;
  private Totals totals;
  private long before;
  private Measurements measurements;

  /**
   * @param name begins each message
   */
  TransactionalWorkload(String name, Terminator terminator) {
    this.name = name;
    this.terminator = terminator;
  }

  /**
   * Reads the workload's own properties.
   *
   * @return the types of transactions that it has
   * @throws IllegalArgumentException if a property is wrong
   */
  abstract List<TransactionType> types(Properties properties, int records);

  /** The tables, each of which has a record of every key. */
  abstract List<String> tables();

  /** The field that holds the number. */
  abstract String field();

  abstract String key(int record);

  /** A new record of any table. */
  abstract Map<String, byte[]> newRecord(RandomGenerator random);

  @Override
  public final void init(Properties properties) throws WorkloadException {
    try {
      PropertySet.Values common = COMMON.read(properties);
      retries = common.get(RETRIES);
      int records = Recordcount.of(properties);
      types = types(properties, records).stream().filter(type -> type.share() > 0).toList();
      shares = types.stream().mapToInt(TransactionType::share).sum();
      if (shares == 0) {
        throw new IllegalArgumentException("the share of at least one type must be above 0");
      }
      inserted.set(Long.parseLong(properties.getProperty(INSERT_START_PROPERTY, "0")));
      measurements = Measurements.getMeasurements();
      boolean isRun = Boolean.parseBoolean(properties.getProperty("dotransactions", "true"));
      if (isRun && common.get(VERIFY)) {
        totals = new Totals(properties, new Totals.Contents(tables(), records, field(), this::key));
        before = totals.read("before the run");
      }
    } catch (RuntimeException e) {
      terminator.terminate(name + ": " + e.getMessage());
      throw new WorkloadException(e);
    }
  }

  /** What one of YCSB's threads uses. */
  private record Worker(Transactions transactions, SplittableRandom random) {}

  @Override
  public final Object initThread(Properties properties, int thread, int threads)
      throws WorkloadException {
    try {
      boolean isRun = Boolean.parseBoolean(properties.getProperty("dotransactions", "true"));
      return new Worker(
          isRun ? Transactions.ofThread() : null,
          new SplittableRandom(ThreadLocalRandom.current().nextLong()));
    } catch (FailedOperation e) {
      terminator.terminate(name + ": " + e.getMessage());
      throw new WorkloadException(e);
    }
  }

  /** Inserts the next record into each table. */
  @Override
  public final boolean doInsert(DB db, Object state) {
    Worker worker = (Worker) state;
    String key = key(Math.toIntExact(inserted.getAndIncrement()));
    for (String table : tables()) {
      Map<String, ByteIterator> record = new HashMap<>();
      Records.copySelected(newRecord(worker.random()), null, record);
      if (!db.insert(table, key, record).isOk()) {
        return false;
      }
    }
    return true;
  }

  /** Runs a transaction. Always goes on: what fails is measured. */
  @Override
  public final boolean doTransaction(DB db, Object state) {
    Worker worker = (Worker) state;
    TransactionType type = choose(worker.random());
    Body body = type.chooser().choose(worker.random());
    long intendedNs = measurements.getIntendedtartTimeNs();
    long begunNs = System.nanoTime();
    Status status = Statuses.ABORTED;
    for (int attempt = 0; attempt <= retries && status.equals(Statuses.ABORTED); attempt++) {
      long attemptNs = System.nanoTime();
      status = attempt(worker.transactions(), body);
      measure("ATTEMPT", status, attemptNs, attemptNs);
    }
    measure("TRANSACTION", status, begunNs, intendedNs);
    measure(type.name(), status, begunNs, intendedNs);
    return true;
  }

  private TransactionType choose(RandomGenerator random) {
    int left = random.nextInt(shares);
    for (TransactionType type : types) {
      left -= type.share();
      if (left < 0) {
        return type;
      }
    }
    throw new IllegalStateException("the shares do not add up");
  }

  private Status attempt(Transactions transactions, Body body) {
    Effect effect = Effect.NONE;
    Status status;
    try {
      Transaction transaction = transactions.begin();
      effect = body.run(transaction);
      status = transaction.commit();
    } catch (RuntimeException | Error e) {
      status = transactions.failure(e);
    }
    tally.add(status, effect.change());
    return status.isOk() && effect.refused() ? REFUSED : status;
  }

  /** As YCSB measures operations: what has failed apart. */
  private void measure(String kind, Status status, long begunNs, long intendedNs) {
    long now = System.nanoTime();
    String measured = status.isOk() ? kind : kind + "-FAILED";
    measurements.measure(measured, (int) ((now - begunNs) / 1000));
    measurements.measureIntended(measured, (int) ((now - intendedNs) / 1000));
    measurements.reportStatus(kind, status);
  }

  @Override
  public final void cleanup() {
    if (totals != null) {
      try {
        new Verification(name, before, tally).print(totals, System.out, terminator);
      } catch (RuntimeException e) {
        terminator.failAtEnd(name + ": the total after the run can't be read: " + e.getMessage());
      }
    }
  }
}
