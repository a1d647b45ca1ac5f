package io.hybridycsb.ycsb.client;

import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * The workload that was asked for, which a signal ends. YCSB makes one instance, of this class, and
 * is told by it as soon as the threads are to end.
 */
public final class EndedWorkload extends Workload {
  private static volatile EndedWorkload running;
  private static volatile Class<? extends Workload> type;
  private static volatile Runnable begun = () -> {};

  private final Workload workload;
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
    return workload.doInsert(db, state);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return workload.doTransaction(db, state);
  }

  /** The mark is a measurement, so that every exporter tells it. */
  @Override
  public void cleanup() throws WorkloadException {
    ended = true;
    if (!signal.isEmpty()) {
      Measurements.getMeasurements()
          .reportStatus("INTERRUPTED", new Status(signal, "The run was ended by a signal."));
    }
    workload.cleanup();
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
