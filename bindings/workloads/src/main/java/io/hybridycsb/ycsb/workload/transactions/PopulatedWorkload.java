package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.ExitStatus;
import io.hybridycsb.ycsb.outcome.FailureReasons;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.Records;
import io.hybridycsb.ycsb.workload.transactions.Population.NewRecord;
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
import site.ycsb.ByteIterator;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/** A workload with records of its own, as YCSB calls it: it loads them, or it runs. */
public abstract class PopulatedWorkload extends Workload {
  /** Of the harness, which decides on the end of a run that it measures. */
  private static final String END_WITH_INPUT = "end.with.input";

  private final String name;
  private Terminator terminator = Terminator.EXIT;
  private final AtomicInteger nextInsert = new AtomicInteger();
  private final FailureReasons reasons = new FailureReasons();
  private boolean isRun;
  private boolean exitsAsYcsb;
  private Population population;

  /**
   * @param name begins each message
   */
  protected PopulatedWorkload(String name) {
    this.name = name;
  }

  /** Has the process, if it must end, end in another way than by {@link Terminator#EXIT}. */
  public final void endBy(Terminator other) {
    terminator = other;
  }

  /**
   * Prepares what the threads will use, by the properties. It is called once.
   *
   * @return what a load inserts
   * @throws RuntimeException if it can't; for people
   */
  protected abstract Population prepare(Properties ycsb);

  /**
   * Prepares what one thread of a run uses.
   *
   * @throws RuntimeException if it can't; for people
   */
  protected abstract Object prepareThread(
      Properties ycsb, int thread, int threads, RandomGenerator random);

  /** Whether it runs, and doesn't load. */
  protected final boolean isRun() {
    return isRun;
  }

  /** What begins each message. */
  protected final String name() {
    return name;
  }

  /** What ends the process. */
  protected final Terminator terminator() {
    return terminator;
  }

  @Override
  public final void init(Properties ycsb) throws WorkloadException {
    try {
      isRun = Boolean.parseBoolean(ycsb.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true"));
      exitsAsYcsb = ExitStatus.isYcsbs(ycsb);
      population = prepare(ycsb);
      if (!isRun) {
        nextInsert.set(InsertRange.of(ycsb, population.inserts()));
      }
      if (Boolean.parseBoolean(ycsb.getProperty(END_WITH_INPUT))) {
        endWith(System.in);
      }
    } catch (RuntimeException e) {
      throw ended(e);
    }
  }

  private WorkloadException ended(RuntimeException e) {
    terminator.terminate(name + ": " + e.getMessage());
    return new WorkloadException(e);
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

  @Override
  public final Object initThread(Properties ycsb, int thread, int threads)
      throws WorkloadException {
    RandomGenerator random = new SplittableRandom(ThreadLocalRandom.current().nextLong());
    try {
      return isRun ? prepareThread(ycsb, thread, threads, random) : random;
    } catch (RuntimeException e) {
      throw ended(e);
    }
  }

  /** Inserts what comes next. YCSB ends a thread of which an insert fails, and tells nobody. */
  @Override
  public final boolean doInsert(DB db, Object random) {
    int insert = nextInsert.getAndIncrement();
    for (NewRecord made : population.records(insert, (RandomGenerator) random)) {
      Map<String, ByteIterator> record = new HashMap<>();
      Records.copySelected(made.fields(), null, record);
      Status status = db.insert(made.table(), made.key(), record);
      if (!status.isOk()) {
        incomplete(
            "%s: the load is not complete, load again: an insert into table %s was answered %s"
                .formatted(name, made.table(), status.getName()));
        return false;
      }
    }
    return true;
  }

  private void incomplete(String line) {
    if (exitsAsYcsb) {
      reasons.tell(line, System.err);
    } else {
      terminator.failAtEnd(line);
    }
  }
}
