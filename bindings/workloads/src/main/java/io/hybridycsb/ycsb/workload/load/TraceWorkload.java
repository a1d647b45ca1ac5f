package io.hybridycsb.ycsb.workload.load;

import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.client.OwnLength;
import io.hybridycsb.ycsb.outcome.Terminator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.RandomByteIterator;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB workload {@code trace}: sends recorded operations at the times that they had, or some times
 * faster. Whichever thread is free sends what is due next. Operations on one key go one after the
 * other, in the trace's order. The file is read as it is needed.
 *
 * <p>It loads nothing. Values are random, and what is read isn't checked.
 */
public final class TraceWorkload extends Workload implements OwnLength {
  static final Property<Path> FILE =
      Property.requiredFile("trace.file", "the CSV, or a history of hybrid.history");
  static final Property<Double> SPEED =
      Property.of("trace.speed", Form.decimal(0, 1_000_000), "1", "how many times faster");
  static final Property<Integer> VALUE_BYTES =
      Property.integer(
          "trace.value.bytes", 100, 1, Replayed.SIZE_MAX, "of a value that a history has written");
  static final Property<String> FIELD =
      Property.text("trace.field", "NAME", "field0", "the field that a CSV's operations write");
  static final Property<Integer> PART =
      Property.integer("trace.part", 0, 0, 999, "which part of the keys this process has");
  static final Property<Integer> PARTS =
      Property.integer("trace.parts", 1, 1, 1000, "how many processes share the trace");

  private static final PropertySet ALL = PropertySet.of("trace.", TraceWorkload.class);
  private static final String END_WITH_INPUT = "end.with.input";

  private final KeyOrder order = new KeyOrder();
  private Terminator terminator = Terminator.EXIT;
  private PropertySet.Values settings;
  private String table;
  private Trace trace;
  private Pace pace;

  /** Has the process, if it must end, end in another way than by {@link Terminator#EXIT}. */
  void endBy(Terminator other) {
    terminator = other;
  }

  @Override
  public void init(Properties ycsb) throws WorkloadException {
    try {
      settings = ALL.read(ycsb);
      if (!Boolean.parseBoolean(ycsb.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true"))) {
        throw new IllegalArgumentException("it loads nothing: load records by another workload");
      }
      if (!ycsb.getProperty(Client.TARGET_PROPERTY, "0").equals("0")) {
        throw new IllegalArgumentException("a trace has its times: leave out target");
      }
      if (settings.get(SPEED) == 0) {
        throw new IllegalArgumentException("trace.speed is above 0");
      }
      table =
          ycsb.getProperty(
              CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
      trace = Trace.open(settings.get(FILE), settings.get(VALUE_BYTES));
    } catch (IOException e) {
      throw ended("%s can't be read: %s".formatted(settings.get(FILE), e), e);
    } catch (IllegalArgumentException e) {
      throw ended(e.getMessage(), e);
    }
    Pace.withoutEnd(ycsb);
    pace = new Pace();
    pace.endWhen(this::isStopRequested);
    if (Boolean.parseBoolean(ycsb.getProperty(END_WITH_INPUT))) {
      endWith(System.in);
    }
  }

  private WorkloadException ended(String why, Exception e) {
    terminator.terminate("trace: " + why);
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
                System.err.println("trace: the input can't be read, so that the run ends: " + e);
              }
              requestStop();
            },
            "end with input");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    throw new UnsupportedOperationException("a trace loads nothing");
  }

  /** What a thread has taken, with its turn among the operations on its key. */
  private record Taken(Replayed operation, KeyOrder.Turn turn) {}

  /** The trace's next operation that is this process's. */
  private synchronized Optional<Taken> take() {
    return next().map(operation -> new Taken(operation, order.next(operation.key())));
  }

  private Optional<Replayed> next() {
    Optional<Replayed> next = trace.next();
    while (next.isPresent() && !isOfPart(next.get().key())) {
      next = trace.next();
    }
    return next;
  }

  private boolean isOfPart(String key) {
    return Math.floorMod(key.hashCode(), settings.get(PARTS)) == settings.get(PART);
  }

  private double due(Replayed operation) {
    return operation.second() / settings.get(SPEED);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    Optional<Taken> taken;
    try {
      taken = take();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      terminator.terminate("trace: " + e.getMessage());
      return false;
    }
    if (taken.isEmpty()) {
      return false;
    }
    KeyOrder.Turn turn = taken.get().turn();
    try {
      Replayed operation = taken.get().operation();
      if (!pace.await(due(operation), turn::await)) {
        return false;
      }
      send(db, operation);
      return true;
    } finally {
      turn.end();
    }
  }

  @SuppressWarnings("JdkObsolete") // YCSB's signature has the old class
  private void send(DB db, Replayed operation) {
    String in = operation.table().isEmpty() ? table : operation.table();
    String key = operation.key();
    Set<String> asked = operation.fields().orElse(null);
    switch (operation.kind()) {
      case READ -> db.read(in, key, asked, new HashMap<>());
      case SCAN -> db.scan(in, key, operation.size(), asked, new Vector<>());
      case DELETE -> db.delete(in, key);
      case UPDATE -> db.update(in, key, values(operation));
      case INSERT -> db.insert(in, key, values(operation));
    }
  }

  private Map<String, ByteIterator> values(Replayed operation) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (String field : operation.fields().orElse(Set.of(settings.get(FIELD)))) {
      values.put(field, new RandomByteIterator(operation.size()));
    }
    return values;
  }

  @Override
  public void requestStop() {
    super.requestStop();
    pace.end();
  }

  /** Counts what was due before a requested end, and no thread was free for. */
  private synchronized void countMissed() {
    double end = pace.endSecond();
    try {
      Optional<Replayed> left = next();
      while (left.isPresent() && due(left.get()) < end) {
        pace.missed(due(left.get()));
        left = next();
      }
    } catch (IllegalArgumentException | UncheckedIOException e) {
      System.err.println("trace: not all that was missed is counted: " + e.getMessage());
    }
  }

  @Override
  public void cleanup() throws WorkloadException {
    if (isStopRequested()) {
      countMissed();
    }
    pace.print(System.out);
    pace.end();
    try {
      trace.close();
    } catch (IOException e) {
      throw new WorkloadException(e);
    }
  }
}
