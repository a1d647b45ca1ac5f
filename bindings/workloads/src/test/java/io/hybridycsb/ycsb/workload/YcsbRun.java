package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.transactions.PopulatedWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/** Runs a workload on {@link MemoryBinding} in the order of calls of YCSB's client. */
public final class YcsbRun {
  private static final int THREADS = 4;

  /** Few, so that transactions meet. */
  private static final int ACCOUNTS = 10;

  private static final long DEADLINE_SECONDS = 60;

  private final Supplier<PopulatedWorkload> workload;
  private final Properties properties = new Properties();

  /** Of the workload and of its bindings. */
  private final List<String> ends = new CopyOnWriteArrayList<>();

  private Map<String, Integer> before;

  /**
   * @param others properties beside the binding's name and the number of threads
   */
  public YcsbRun(Supplier<PopulatedWorkload> workload, Map<String, String> others) {
    this.workload = workload;
    properties.setProperty(Client.DB_PROPERTY, MemoryBinding.class.getName());
    properties.setProperty(Client.THREAD_COUNT_PROPERTY, Integer.toString(THREADS));
    properties.putAll(others);
    Measurements.setProperties(properties);
  }

  /** A system with all records, which behaves like this from then on. */
  public static YcsbRun loaded(
      Behaviour behaviour, Supplier<PopulatedWorkload> workload, Map<String, String> properties)
      throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    YcsbRun run = new YcsbRun(workload, properties).load();
    if (!run.ends().isEmpty()) {
      throw new AssertionError("the load has failed: " + run.ends());
    }
    MemoryBinding.becomes(behaviour);
    return run;
  }

  /** Runs transfers between accounts on a system that behaves like this. */
  public static YcsbRun ofTransfers(
      Behaviour behaviour, int transfers, Map<String, String> properties) throws Exception {
    Map<String, String> all = new TreeMap<>(properties);
    all.put(Client.RECORD_COUNT_PROPERTY, Integer.toString(ACCOUNTS));
    return loaded(behaviour, ClosedEconomy::new, all).run(transfers);
  }

  /** Loads as much as YCSB does, which looks at the properties after the workload's init. */
  public YcsbRun load() throws Exception {
    return execute(false);
  }

  /** Runs so many transactions. */
  public YcsbRun run(int transactions) throws Exception {
    properties.setProperty(Client.OPERATION_COUNT_PROPERTY, Integer.toString(transactions));
    return execute(true);
  }

  private YcsbRun execute(boolean isRun) throws Exception {
    properties.setProperty(Client.DO_TRANSACTIONS_PROPERTY, Boolean.toString(isRun));
    before = statuses();
    MemoryBinding.endsBy(ends::add);
    PopulatedWorkload running = workload.get();
    running.endBy(ends::add);
    try {
      running.init(properties);
      int calls =
          Integer.parseInt(
              properties.getProperty(
                  isRun ? Client.OPERATION_COUNT_PROPERTY : Client.INSERT_COUNT_PROPERTY));
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      List<Future<?>> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        int share = calls * (i + 1) / THREADS - calls * i / THREADS;
        threads.add(pool.submit(() -> thread(running, isRun, thread, share)));
      }
      pool.shutdown();
      if (!pool.awaitTermination(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        pool.shutdownNow();
        throw new AssertionError("the run did not end");
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
      running.cleanup();
    } catch (WorkloadException e) {
      // YCSB prints it; the workload's own message is among the ends.
    }
    return this;
  }

  private Void thread(Workload running, boolean isRun, int thread, int calls) throws Exception {
    MemoryBinding db = new MemoryBinding();
    db.setProperties(properties);
    db.init();
    Object state;
    try {
      state = running.initThread(properties, thread, THREADS);
    } catch (WorkloadException e) {
      // As YCSB's thread does; the workload's own message is among the ends.
      return null;
    }
    for (int i = 0; i < calls; i++) {
      boolean more = isRun ? running.doTransaction(db, state) : running.doInsert(db, state);
      if (!more) {
        break;
      }
    }
    db.cleanup();
    return null;
  }

  /** What the process would have ended with. */
  public List<String> ends() {
    return ends;
  }

  /** How often a kind of operation had a status in the last phase, such as TRANSACTION OK. */
  public int count(String kind, String status) throws Exception {
    String name = kind + " Return=" + status;
    return statuses().getOrDefault(name, 0) - before.getOrDefault(name, 0);
  }

  private static Map<String, Integer> statuses() throws Exception {
    Map<String, Integer> counts = new TreeMap<>();
    Measurements.getMeasurements()
        .exportMeasurements(
            new MeasurementsExporter() {
              @Override
              public void write(String metric, String measurement, int i) {
                counts.put(metric + " " + measurement, i);
              }

              @Override
              public void write(String metric, String measurement, long i) {
                counts.put(metric + " " + measurement, Math.toIntExact(i));
              }

              @Override
              public void write(String metric, String measurement, double d) {}

              @Override
              public void close() {}
            });
    return counts;
  }
}
