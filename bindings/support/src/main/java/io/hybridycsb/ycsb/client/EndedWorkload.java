package io.hybridycsb.ycsb.client;

import io.hybridycsb.ycsb.outcome.ExitStatus;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * The workload that was asked for, which a signal ends. YCSB makes one instance, of this class, and
 * is told by it as soon as the threads are to end. The process fails if threads end by failures.
 */
public final class EndedWorkload extends Workload {
  private static final int FAILED = 1;

  private static volatile EndedWorkload running;
  private static volatile Class<? extends Workload> type;
  private static volatile Runnable begun = () -> {};

  private final Workload workload;
  private final AtomicInteger endedByInsert = new AtomicInteger();
  private final AtomicInteger endedByError = new AtomicInteger();
  private volatile boolean ended;
  private volatile String signal = "";

  /** The only one; YCSB makes it. */
  public EndedWorkload() throws ReflectiveOperationException {
    begun.run();
    workload = type.getDeclaredConstructor().newInstance();
    running = this;
  }

  /**
   * What the next instance runs.
   *
   * @param made is called when YCSB has read all its properties
   */
  static void willRun(Class<? extends Workload> workload, Runnable made) {
    type = workload;
    begun = made;
  }

  /** The one that runs; null as long as there is none. */
  static EndedWorkload running() {
    return running;
  }

  /** Has the threads end after their operations under way, because of a signal. */
  void interrupt(String name) {
    signal = name;
    requestStop();
  }

  /** Whether all threads have ended. */
  boolean hasEnded() {
    return ended;
  }

  @Override
  public void init(Properties properties) throws WorkloadException {
    // Whoever looks finds the workload that was asked for.
    properties.setProperty(Client.WORKLOAD_PROPERTY, type.getName());
    workload.init(properties);
    if (workload instanceof CoreWorkload core
        && properties.containsKey(ZipfianKeys.CONSTANT)
        && ClientMain.isRun(properties)) {
      ZipfianKeys.drawnBy(core, properties);
    }
  }

  @Override
  public Object initThread(Properties properties, int thread, int threads)
      throws WorkloadException {
    return workload.initThread(properties, thread, threads);
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return orFail(
        () -> {
          boolean goesOn = workload.doInsert(db, state);
          // Others tell themselves why.
          if (!goesOn && !isStopRequested() && workload instanceof CoreWorkload) {
            endedByInsert.incrementAndGet();
            ExitStatus.set(FAILED);
          }
          return goesOn;
        });
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return orFail(() -> workload.doTransaction(db, state));
  }

  /** YCSB exits with 0 when its threads have died. */
  private boolean orFail(BooleanSupplier operation) {
    try {
      return operation.getAsBoolean();
    } catch (RuntimeException | Error e) {
      endedByError.incrementAndGet();
      ExitStatus.set(FAILED);
      throw e;
    }
  }

  /** The mark is a measurement, so that every exporter tells it. */
  @Override
  public void cleanup() throws WorkloadException {
    ended = true;
    tell(endedByInsert, "the load is not complete: %d threads ended with an insert that failed");
    tell(endedByError, "%d threads ended with an error: not all operations were tried");
    if (!signal.isEmpty()) {
      Measurements.getMeasurements()
          .reportStatus("INTERRUPTED", new Status(signal, "The run was ended by a signal."));
    }
    workload.cleanup();
  }

  private static void tell(AtomicInteger threads, String line) {
    if (threads.get() > 0) {
      System.err.println("ycsb: " + line.formatted(threads.get()));
    }
  }

  @Override
  public void requestStop() {
    workload.requestStop();
  }

  @Override
  public boolean isStopRequested() {
    return workload.isStopRequested();
  }
}
