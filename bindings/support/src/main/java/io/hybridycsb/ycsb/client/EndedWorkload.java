package io.hybridycsb.ycsb.client;

import io.hybridycsb.settings.YcsbKeys;
import io.hybridycsb.ycsb.outcome.FailureReasons;
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
 * is told by it as soon as the threads are to end. It paces them, and the process fails if not all
 * was done.
 */
public final class EndedWorkload extends Workload {
  private static volatile EndedWorkload running;
  private static volatile Asked next;

  private final Asked asked;
  private final FirstReads reads = new FirstReads();
  private Workload workload;
  private Properties properties;
  private Pacing pacing;
  private Done done;
  private volatile boolean ended;
  private volatile String signal = "";

  /** The only one; YCSB makes it. */
  public EndedWorkload() {
    asked = next;
    asked.begun().run();
  }

  /** What the next instance runs. */
  static void willRun(Asked asked) {
    next = asked;
  }

  /** The one that runs; null as long as none has begun. */
  static EndedWorkload running() {
    return running;
  }

  /** What is run. */
  Asked asked() {
    return asked;
  }

  /** What looks at results of reads. */
  FirstReads reads() {
    return reads;
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

  /** Says that not all has gone well, so that the process fails. */
  void fail(String line) {
    System.err.println("ycsb: " + line);
    if (signal.isEmpty() && asked.isStrict()) {
      asked.exit().accept(ClientMain.FAILED);
    }
  }

  @Override
  public void init(Properties ycsb) {
    asked.putBack(ycsb);
    properties = ycsb;
    try {
      workload = asked.workload().getDeclaredConstructor().newInstance();
      workload.init(CoreChecks.areFor(asked.workload()) ? withRoomForKeys(ycsb) : ycsb);
    } catch (ReflectiveOperationException | WorkloadException | RuntimeException | Error e) {
      throw new IllegalStateException("the workload can't begin: " + reason(e), e);
    }
    if (workload instanceof CoreWorkload core
        && ycsb.containsKey(ZipfianKeys.CONSTANT)
        && ClientMain.isRun(ycsb)) {
      ZipfianKeys.drawnBy(core, ycsb);
    }
    Checks.requireWork(asked.workload(), ycsb);
    if (ClientMain.isRun(ycsb) && Asked.operations(ycsb) == 0) {
      // YCSB knows no run without a count. The time ends it.
      ycsb.setProperty(Client.OPERATION_COUNT_PROPERTY, Integer.toString(Integer.MAX_VALUE));
    }
    String loaded = workload instanceof CoreWorkload ? "records" : "inserts";
    done = new Done(ClientMain.isRun(ycsb) ? "" : loaded, Asked.operations(ycsb));
    pacing =
        new Pacing(
            Asked.number(ycsb, Client.TARGET_PROPERTY),
            Boolean.parseBoolean(ycsb.getProperty("spin.sleep")),
            this::isStopRequested,
            Measurements.getMeasurements()::setIntendedStartTimeNs);
    running = this;
  }

  private static Properties withRoomForKeys(Properties ycsb) {
    boolean endsByTime = Asked.number(ycsb, Client.MAX_EXECUTION_TIME) > 0;
    Properties own = new Properties();
    own.putAll(ycsb);
    own.setProperty(
        Client.OPERATION_COUNT_PROPERTY, Long.toString(new YcsbKeys(ycsb).operations(endsByTime)));
    return own;
  }

  /** Why it was, also where something else has thrown it on. */
  private static String reason(Throwable e) {
    Throwable first = e;
    while (first.getCause() != null
        && (first instanceof WorkloadException
            || first instanceof ReflectiveOperationException
            || first instanceof LinkageError)) {
      first = first.getCause();
    }
    return FailureReasons.of(first);
  }

  /** What a thread has. */
  private record Member(Object state, Pacing.Part part) {}

  @Override
  public Object initThread(Properties ycsb, int thread, int threads) {
    long all = Asked.operations(properties);
    long share = all / threads + (thread < all % threads ? 1 : 0);
    try {
      Object state = workload.initThread(ycsb, thread, threads);
      return new Member(state, pacing.part(thread, threads, share));
    } catch (WorkloadException | RuntimeException | Error e) {
      failed(e);
      return null;
    }
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return operation(
        (Member) state,
        inner -> {
          boolean inserted = workload.doInsert(db, inner);
          if (inserted) {
            done.inserted();
          } else if (!isStopRequested()) {
            done.refused();
          }
          return inserted;
        });
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return operation((Member) state, inner -> workload.doTransaction(db, inner));
  }

  @FunctionalInterface
  private interface Operation {
    boolean of(Object state);
  }

  private boolean operation(Member member, Operation operation) {
    if (!member.part().await()) {
      return false;
    }
    try {
      if (!operation.of(member.state())) {
        return false;
      }
    } catch (RuntimeException | Error e) {
      failed(e);
      return false;
    }
    member.part().sent();
    return true;
  }

  /** YCSB would exit with 0, without results. */
  private void failed(Throwable e) {
    done.failed(e);
    requestStop();
  }

  /** The mark is a measurement, so that every exporter tells it. */
  @Override
  public void cleanup() {
    ended = true;
    reads.end();
    done.incomplete(signal).ifPresent(this::fail);
    if (!signal.isEmpty()) {
      Measurements.getMeasurements()
          .reportStatus("INTERRUPTED", new Status(signal, "The run was ended by a signal."));
    }
    try {
      workload.cleanup();
    } catch (WorkloadException | RuntimeException e) {
      fail("the workload can't end: " + reason(e));
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
