package io.hybridycsb.harness.ycsb;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.settings.YcsbKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.generator.AcknowledgedCounterGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB's core workload, with what experiments need beyond it:
 *
 * <ul>
 *   <li>Values differ from write to write, and reads check them.
 *   <li>Operations may come in {@link Bursts} of one for each thread ({@code bursts=true}). Each
 *       burst is a BURST with its time.
 *   <li>Inserts may leave out keys that earlier runs have used: {@code insert.first} is the number
 *       of the first.
 *   <li>The starter of the process may decide on its end ({@code end.with.input=true}). As soon as
 *       standard input has ended, the threads finish their operations and end.
 * </ul>
 *
 * <p>Reads that returned other data than were written are VERIFY operations with the status
 * UNEXPECTED_STATE, as with YCSB's own {@code dataintegrity=true}, which takes the place of these
 * values where it is set.
 *
 * <p>YCSB's processes load this class beside YCSB's jars; the harness itself doesn't.
 */
public final class BenchWorkload extends CoreWorkload {
  /** Name of the property. */
  public static final String END_WITH_INPUT = "end.with.input";

  /** Name of the property. */
  public static final String BURSTS = "bursts";

  /** Name of the property. */
  public static final String INSERT_FIRST = "insert.first";

  /** Longer than any operation of a binding may take. */
  private static final long BURST_WAIT_MS = 660_000;

  static {
    // The constructor of CoreWorkload asks for them, and so do YCSB's threads after it.
    SafeMeasurements.install();
  }

  private final CheckedValues values = new CheckedValues();
  private final ThreadLocal<CheckedDb> checkedDb = new ThreadLocal<>();
  private OptionalInt fieldLength = OptionalInt.empty();
  private boolean checksItself;
  private Optional<Bursts> bursts = Optional.empty();

  @Override
  public void init(Properties properties) throws WorkloadException {
    boolean endsWithInput = Boolean.parseBoolean(properties.getProperty(END_WITH_INPUT));
    super.init(endsWithInput ? withFewerOperations(properties) : properties);
    checksItself = dataIntegrity(properties);
    fieldLength = fieldLength(properties);
    String insertFirst = properties.getProperty(INSERT_FIRST);
    if (insertFirst != null) {
      transactioninsertkeysequence = new AcknowledgedCounterGenerator(Long.parseLong(insertFirst));
    }
    bursts = bursts(properties);
    if (endsWithInput) {
      endWith(System.in);
    }
  }

  private static Optional<Bursts> bursts(Properties properties) throws WorkloadException {
    boolean runs =
        Boolean.parseBoolean(properties.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true"));
    if (!runs || !Boolean.parseBoolean(properties.getProperty(BURSTS))) {
      return Optional.empty();
    }
    if (!properties.getProperty(Client.TARGET_PROPERTY, "0").equals("0")) {
      throw new WorkloadException(
          BURSTS + "=true takes no target: a burst follows when the last one is answered");
    }
    int threads = Integer.parseInt(properties.getProperty(Client.THREAD_COUNT_PROPERTY, "1"));
    long operations = operations(properties);
    // YCSB starts no thread that has nothing to do.
    int used = operations == 0 ? threads : (int) Math.min(threads, operations);
    return Optional.of(new Bursts(used, BURST_WAIT_MS, BenchWorkload::burstTook));
  }

  /** Of all threads together; 0 if there is no end to them. */
  private static long operations(Properties properties) {
    return Long.parseLong(properties.getProperty(Client.OPERATION_COUNT_PROPERTY, "0"));
  }

  private static void burstTook(long nanos) {
    int micros = (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMicros(nanos));
    Measurements.getMeasurements().measure(YcsbReport.BURST, micros);
  }

  private static Properties withFewerOperations(Properties properties) {
    Properties fewer = new Properties();
    fewer.putAll(properties);
    long most = new YcsbKeys(properties).operations(true);
    fewer.setProperty(Client.OPERATION_COUNT_PROPERTY, Long.toString(most));
    return fewer;
  }

  private static boolean dataIntegrity(Properties properties) {
    return Boolean.parseBoolean(
        properties.getProperty(DATA_INTEGRITY_PROPERTY, DATA_INTEGRITY_PROPERTY_DEFAULT));
  }

  @Override
  public boolean doInsert(DB db, Object threadState) {
    return super.doInsert(checked(db), threadState);
  }

  /** In bursts each thread knows how many operations YCSB shares out to it. */
  @Override
  public Object initThread(Properties properties, int thread, int threads) {
    long operations = operations(properties);
    long share = operations / threads + (thread < operations % threads ? 1 : 0);
    return bursts.map(all -> all.member(share)).orElse(null);
  }

  @Override
  public boolean doTransaction(DB db, Object threadState) {
    if (!(threadState instanceof Bursts.Member member)) {
      return super.doTransaction(checked(db), threadState);
    }
    try {
      return member.take(() -> super.doTransaction(checked(db), null));
    } catch (RuntimeException | Error e) {
      // YCSB ends this thread, for which the others would wait.
      requestStop();
      throw e;
    }
  }

  @Override
  public void requestStop() {
    super.requestStop();
    bursts.ifPresent(Bursts::end);
  }

  private DB checked(DB db) {
    if (checksItself) {
      return db;
    }
    CheckedDb ofThread = checkedDb.get();
    if (ofThread == null || !ofThread.isOf(db)) {
      ofThread = new CheckedDb(db, values, fieldcount, fieldLength, BenchWorkload::verified);
      checkedDb.set(ofThread);
    }
    return ofThread;
  }

  /** The length of all values; empty if they differ in length. */
  private static OptionalInt fieldLength(Properties properties) {
    String distribution =
        properties.getProperty(
            FIELD_LENGTH_DISTRIBUTION_PROPERTY, FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT);
    return distribution.equals("constant")
        ? OptionalInt.of(
            Integer.parseInt(
                properties.getProperty(FIELD_LENGTH_PROPERTY, FIELD_LENGTH_PROPERTY_DEFAULT)))
        : OptionalInt.empty();
  }

  private static void verified(Status status) {
    Measurements.getMeasurements().reportStatus("VERIFY", status);
  }

  /** Requests the end when this input has ended, or can't be read. */
  void endWith(InputStream input) {
    Thread thread =
        new Thread(
            () -> {
              try {
                input.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                System.err.println("The input can't be read, so that the run ends: " + e);
              }
              requestStop();
            },
            "end with input");
    thread.setDaemon(true);
    thread.start();
  }
}
