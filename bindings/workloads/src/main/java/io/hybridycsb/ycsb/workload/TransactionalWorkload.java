package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.Records;
import io.hybridycsb.ycsb.support.Terminator;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.Population.NewRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import site.ycsb.ByteIterator;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/**
 * A workload of transactions, as YCSB calls it. It loads its population, runs transactions of
 * several types by their shares, and verifies its invariant. What these are, its {@link #plan}
 * says.
 *
 * <p>A database transaction that is aborted is made anew with the same records and amounts, {@code
 * transaction.retries} times at most. One of unknown outcome is not. One that its own rules forbid
 * commits what it has read, so that it is refused for a reason that was true, and is {@link
 * Outcomes#REFUSED}. How transactions are run, as procedures or as reads and writes, {@link
 * Runners} says.
 *
 * <p>Measured are TRANSACTION, with the status and the time of the whole; the same by type, such as
 * SEND-PAYMENT; and ATTEMPT, each attempt at a database transaction. So the ABORTED of ATTEMPT are
 * the aborts.
 */
public abstract class TransactionalWorkload extends Workload {
  private static final Property<Boolean> VERIFY =
      Property.flag(
          "transaction.verify", true, "whether records are read before and after the run");

  /** Of the harness, which decides on the end of a run that it measures. */
  private static final String END_WITH_INPUT = "end.with.input";

  private static final PropertySet COMMON =
      new PropertySet(
          "transaction.", Stream.concat(Runners.PROPERTIES.stream(), Stream.of(VERIFY)).toList());

  private final String name;
  private final Terminator terminator;
  private final AtomicInteger nextInsert = new AtomicInteger();
  private boolean isRun;
  private Plan plan;
  private Mix mix;
  private Runners runners;
  private Readers readers;
  private Verification verification;

  /**
   * @param name begins each message
   */
  protected TransactionalWorkload(String name, Terminator terminator) {
    this.name = name;
    this.terminator = terminator;
  }

  /**
   * What the workload consists of, by its properties. It is called once.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  protected abstract Plan plan(Properties properties);

  @Override
  public final void init(Properties ycsb) throws WorkloadException {
    try {
      PropertySet.Values common = COMMON.read(ycsb);
      isRun = Boolean.parseBoolean(ycsb.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true"));
      plan = plan(ycsb);
      mix = new Mix(plan.types());
      runners = Runners.of(common, ycsb, plan, mix);
      if (!isRun) {
        nextInsert.set(InsertRange.of(ycsb, plan.population().inserts()));
      } else if (common.get(VERIFY)) {
        verification = new Verification(name, plan.invariant(), mix);
        readers = new Readers(ycsb);
        plan.invariant().begin(readers);
      }
      if (Boolean.parseBoolean(ycsb.getProperty(END_WITH_INPUT))) {
        endWith(System.in);
      }
    } catch (RuntimeException e) {
      terminator.terminate(name + ": " + e.getMessage());
      throw new WorkloadException(e);
    }
  }

  /** Requests the end when this input has ended, or can't be read. */
  private void endWith(InputStream input) {
    Thread thread =
        new Thread(
            () -> {
              try {
                input.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                System.err.println(name + ": the input can't be read, so that the run ends: " + e);
              }
              requestStop();
            },
            "end with input");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * What one of YCSB's threads uses.
   *
   * @param runner null while it loads
   */
  private record Worker(Runner runner, RandomGenerator random) {}

  @Override
  public final Object initThread(Properties ycsb, int thread, int threads)
      throws WorkloadException {
    try {
      return new Worker(
          isRun ? runners.ofThread(Transactions.ofThread(), thread, threads) : null,
          new SplittableRandom(ThreadLocalRandom.current().nextLong()));
    } catch (FailedOperation e) {
      terminator.terminate(name + ": " + e.getMessage());
      throw new WorkloadException(e);
    }
  }

  /** Inserts what comes next. YCSB ends a thread of which an insert fails, and tells nobody. */
  @Override
  public final boolean doInsert(DB db, Object state) {
    int insert = nextInsert.getAndIncrement();
    for (NewRecord made : plan.population().records(insert, ((Worker) state).random())) {
      Map<String, ByteIterator> record = new HashMap<>();
      Records.copySelected(made.fields(), null, record);
      Status status = db.insert(made.table(), made.key(), record);
      if (!status.isOk()) {
        terminator.failAtEnd(
            "%s: the load is not complete, load again: an insert into table %s was answered %s"
                .formatted(name, made.table(), status.getName()));
        return false;
      }
    }
    return true;
  }

  /** Runs a transaction. Always goes on: what fails is measured. */
  @Override
  public final boolean doTransaction(DB db, Object state) {
    Worker worker = (Worker) state;
    TransactionType type = plan.choose(worker.random());
    worker.runner().run(type, type.chooser().choose(worker.random()));
    return true;
  }

  @Override
  public final void cleanup() {
    if (isRun) {
      mix.print(System.out);
    }
    if (verification != null) {
      try (Readers open = readers) {
        verification.print(open, System.out, terminator);
      } catch (RuntimeException e) {
        terminator.failAtEnd(name + ": the records after the run can't be read: " + e.getMessage());
      }
    }
  }
}
