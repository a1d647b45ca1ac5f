package io.hybridycsb.ycsb.workload.load;

import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.client.OwnLength;
import io.hybridycsb.ycsb.client.ZipfianKeys;
import io.hybridycsb.ycsb.outcome.Terminator;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/**
 * Any workload of YCSB, in an open loop whose rate follows a {@link Curve}. Whichever thread is
 * free sends what is due next. Loading is the workload's own.
 *
 * <p>At the curve's end the run ends, or with {@code end.with.input=true} goes on at the last rate.
 * Before YCSB's results, lines tell how many operations were due in each second, and how many were
 * late.
 */
public final class CurvedWorkload extends Workload implements OwnLength {
  static final Property<String> CURVE =
      Property.text("load.curve", "FILE.csv", "", "seconds and rates: second,rate or second,share");
  static final Property<String> POINTS =
      Property.text("load.points", "SECOND:RATE ...", "", "the same in place of a file");
  static final Property<Double> RATE =
      Property.of(
          "load.rate",
          Form.decimal(0, 1_000_000_000),
          "0",
          "operations per second that a share of 1 is");
  static final Property<String> WORKLOAD =
      Property.text(
          "load.workload",
          "CLASS",
          "site.ycsb.workloads.CoreWorkload",
          "the workload whose operations are sent");

  private static final PropertySet ALL = PropertySet.of("load.", CurvedWorkload.class);
  private static final String BURSTS = "bursts";
  private static final String BATCH = "transaction.batch";
  private static final String END_WITH_INPUT = "end.with.input";

  private final AtomicLong next = new AtomicLong();
  private Terminator terminator = Terminator.EXIT;
  private Workload workload;
  private Optional<Curve> curve = Optional.empty();
  private Pace pace;
  private double lastSecond;

  /** Has the process, if it must end, end in another way than by {@link Terminator#EXIT}. */
  void endBy(Terminator other) {
    terminator = other;
  }

  @Override
  public void init(Properties ycsb) throws WorkloadException {
    try {
      PropertySet.Values settings = ALL.read(ycsb);
      workload =
          Class.forName(settings.get(WORKLOAD))
              .asSubclass(Workload.class)
              .getDeclaredConstructor()
              .newInstance();
      if (Boolean.parseBoolean(ycsb.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true"))) {
        if (!ycsb.getProperty(Client.TARGET_PROPERTY, "0").equals("0")) {
          throw new IllegalArgumentException("the curve is the target: leave out target");
        }
        if (Boolean.parseBoolean(ycsb.getProperty(BURSTS))) {
          throw new IllegalArgumentException("bursts have no rate: leave out the curve, or bursts");
        }
        if (!ycsb.getProperty(BATCH, "1").strip().equals("1")) {
          throw new IllegalArgumentException(
              "a batch is sent when it is full, not when it is due: leave out the curve, or "
                  + BATCH);
        }
        Curve read = curve(settings);
        curve = Optional.of(read);
        boolean goesOn = Boolean.parseBoolean(ycsb.getProperty(END_WITH_INPUT));
        lastSecond = goesOn ? Double.POSITIVE_INFINITY : read.seconds();
        if (!goesOn) {
          // The workload makes room for what they insert.
          ycsb.setProperty(Client.OPERATION_COUNT_PROPERTY, Long.toString(read.operations()));
        }
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      terminator.terminate("load.curve: " + e.getMessage());
      throw new WorkloadException(e);
    }
    workload.init(ycsb);
    pace = new Pace();
    if (curve.isPresent()) {
      try {
        ZipfianKeys.drawnIfAsked(workload, ycsb);
      } catch (IllegalArgumentException e) {
        terminator.terminate(e.getMessage());
        throw new WorkloadException(e);
      }
      Pace.withoutEnd(ycsb);
      pace.endWhen(workload::isStopRequested);
    }
  }

  private static Curve curve(PropertySet.Values settings) {
    String points = settings.get(POINTS);
    Optional<Path> file = settings.file(CURVE);
    if (points.isEmpty() == file.isEmpty()) {
      throw new IllegalArgumentException("give one of load.curve and load.points");
    }
    double rate = settings.get(RATE);
    return file.map(csv -> CurveFile.read(csv, rate))
        .orElseGet(() -> Curve.parse(points, rate == 0 ? 1 : rate));
  }

  @Override
  public Object initThread(Properties ycsb, int thread, int threads) throws WorkloadException {
    return workload.initThread(ycsb, thread, threads);
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return workload.doInsert(db, state);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    double due = curve.orElseThrow().due(next.getAndIncrement());
    boolean isOver = due >= lastSecond && Double.isFinite(lastSecond);
    return !isOver && pace.await(due) && workload.doTransaction(db, state);
  }

  @Override
  public void requestStop() {
    workload.requestStop();
    pace.end();
  }

  @Override
  public boolean isStopRequested() {
    return workload.isStopRequested();
  }

  @Override
  public void cleanup() throws WorkloadException {
    curve.ifPresent(
        all -> {
          double end = Math.min(lastSecond, pace.endSecond());
          for (long left = next.get(); all.due(left) < end; left++) {
            pace.missed(all.due(left));
          }
          pace.print(System.out);
          pace.end();
        });
    workload.cleanup();
  }
}
