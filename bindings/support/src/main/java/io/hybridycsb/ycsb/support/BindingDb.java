package io.hybridycsb.ycsb.support;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.ExitStatus;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.FailureReasons;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.Records;
import io.hybridycsb.ycsb.record.Row;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * What a binding extends. YCSB makes one instance for each of its threads.
 *
 * <p>A failing {@link #init} ends the process with status 1 and one line on standard error; so does
 * a failing {@link #cleanup}, once YCSB has told its results. An operation fails by throwing {@link
 * FailedOperation}; its reason is told on standard error once. If any is VERIFICATION_FAILED, the
 * process ends with status 1, too. A read of an absent record is NOT_FOUND. With {@code
 * hybrid.history=FILE} every operation is recorded. With {@code hybrid.processing.ms=N} every write
 * waits so long before it is sent.
 */
public abstract class BindingDb extends DB {
  private static final Property<String> HISTORY =
      Property.text("hybrid.history", "FILE", "", "where to record every operation");

  /** As in VLDB'22, section 4.8, where a delay of up to a second stands for heavy processing. */
  private static final Property<Integer> PROCESSING =
      Property.integer(
          "hybrid.processing.ms", 0, 0, 60_000, "how long each write is processed beforehand");

  /** Read by the client, and by workloads. */
  static final Property<String> EXIT =
      Property.choice(
          ExitStatus.PROPERTY,
          List.of("strict", "ycsb"),
          "whether a command fails that didn't do all, or exits with 0 as YCSB does");

  private static final PropertySet COMMON = PropertySet.of("hybrid.", BindingDb.class);

  private static final Shared<History> HISTORIES = new Shared<>();
  private static final FailureReasons REASONS = new FailureReasons();
  private static final AtomicInteger THREADS = new AtomicInteger();

  /** YCSB gives a workload no more than {@link DB}, and calls both in the same thread. */
  private static final ThreadLocal<BindingDb> OF_THREAD = new ThreadLocal<>();

  private final String binding;
  private Terminator terminator = Terminator.EXIT;
  private Shared<?> taken;
  private History history;
  private HistoryLine line;
  private final Unsettled unsettled = new Unsettled();
  private TransactionRecorder recorder;
  private Processing processing = new Processing(0);

  /** Why the first of this thread's operations failed its verification. */
  private Optional<String> falsehood = Optional.empty();

  /**
   * @param binding the binding's name, such as {@code veritas-kafka}; begins each message
   */
  protected BindingDb(String binding) {
    this.binding = binding;
  }

  /** Has the process, if it must end, end in another way than by {@link Terminator#EXIT}. */
  public final void endBy(Terminator other) {
    terminator = other;
  }

  /**
   * Connects, and makes sure that the system answers.
   *
   * @throws Exception whatever goes wrong; its message is shown to the user
   */
  protected abstract void open(Properties properties) throws Exception;

  /**
   * Takes what the process's threads share; {@link #close} gives it back.
   *
   * @throws Exception whatever {@code maker} throws
   */
  protected final <T extends AutoCloseable> T take(Shared<T> shared, Callable<T> maker)
      throws Exception {
    T resource = shared.acquire(maker);
    taken = shared;
    return resource;
  }

  /** Gives back what {@link #open} took. */
  protected void close() throws Exception {
    if (taken != null) {
      Shared<?> last = taken;
      taken = null;
      last.release();
    }
  }

  /**
   * @param fields which fields are asked for, null for all; more may be returned
   * @return the record's fields; empty if there is no record
   */
  protected abstract Optional<Map<String, byte[]>> readRecord(
      String table, String key, Set<String> fields);

  /** At most {@code count} records from {@code startKey} on, by rising key. */
  protected abstract List<Row> scanRecords(
      String table, String startKey, int count, Set<String> fields);

  /**
   * Makes the record consist of exactly these fields.
   *
   * @return OK; BATCHED_OK if the system has only accepted it, which a history says and YCSB counts
   *     as OK; or why it was not done
   */
  protected abstract Status insertRecord(String table, String key, Map<String, byte[]> fields);

  /** Adds fields to the record, or replaces those that it has; returns the same. */
  protected abstract Status updateRecord(String table, String key, Map<String, byte[]> fields);

  /** Removes the record; returns the same. */
  protected abstract Status deleteRecord(String table, String key);

  /** What begins a transaction over several records; empty if the system has none. */
  protected Optional<Supplier<Transaction>> transactions() {
    return Optional.empty();
  }

  /** Procedures, for workloads that have some; empty if the system has none. */
  protected Optional<Procedures> procedures() {
    return Optional.empty();
  }

  /** Reads with proofs, for workloads that verify; empty if the system has none. */
  protected Optional<ProvableReads> provableReads() {
    return Optional.empty();
  }

  /**
   * Asks again, before this thread's binding is closed, for an outcome that is unknown.
   *
   * @param calls how many calls it is about
   * @param asked gives it, empty as long as nobody can tell; throws {@link FailedOperation} if
   *     nobody answers
   * @return never completed if nobody tells, or too much is asked for
   */
  protected final <T> CompletableFuture<T> askAgain(int calls, Supplier<Optional<T>> asked) {
    CompletableFuture<T> told = new CompletableFuture<>();
    unsettled.add(calls, asked, told::complete);
    return told;
  }

  /** Prints a text on standard error, once even if it is told repeatedly. */
  protected final void tell(String text) {
    REASONS.tell(binding + ": " + text, System.err);
  }

  @Override
  public final void init() throws DBException {
    try {
      PropertySet.Values common = COMMON.read(getProperties());
      String file = common.get(HISTORY);
      processing = new Processing(common.get(PROCESSING));
      open(getProperties());
      if (!file.isEmpty()) {
        history = HISTORIES.acquire(() -> History.open(Path.of(file), threads(), terminator));
        int thread = THREADS.getAndIncrement();
        line = new HistoryLine(thread);
        recorder = new TransactionRecorder(history, line, thread, unsettled);
      }
      OF_THREAD.set(this);
    } catch (Exception | Error e) {
      String reason = binding + ": " + FailureReasons.of(e);
      terminator.terminate(reason);
      throw new DBException(reason, e);
    }
  }

  /** How many threads YCSB has in this process. */
  private OptionalInt threads() {
    String count = getProperties().getProperty("threadcount");
    return count == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(count));
  }

  /**
   * A failure here is told after YCSB has printed its results, which it does after this call. If
   * this threw an exception, YCSB would print it and exit with status 0.
   */
  @Override
  public final void cleanup() {
    OF_THREAD.remove();
    // One line is told at the end. This reason was told when it came.
    Optional<String> wrong =
        falsehood.map(reason -> "not all answers stood up to their verification: " + reason);
    try {
      try {
        unsettled.settle();
        close();
      } finally {
        if (history != null) {
          HISTORIES.release();
        }
      }
    } catch (Exception e) {
      wrong = Optional.of(FailureReasons.of(e));
    }
    wrong.ifPresent(line -> terminator.failAtEnd(binding + ": " + line));
  }

  @Override
  public final Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    long invokedNs = startNs();
    Map<String, byte[]> found = Map.of();
    Status status;
    try {
      Optional<Map<String, byte[]>> record = readRecord(table, key, fields);
      found = record.orElse(Map.of());
      status = record.isPresent() ? Status.OK : Status.NOT_FOUND;
      Records.copySelected(found, fields, result);
    } catch (RuntimeException | Error e) {
      status = failure(e);
    }
    if (history != null) {
      record(begin(invokedNs, "read", table, key, status).asked(fields).fields(found));
    }
    return status;
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's interface
  public final Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    long invokedNs = startNs();
    List<Row> rows = List.of();
    Status status = Status.OK;
    try {
      rows = recordcount <= 0 ? List.of() : scanRecords(table, startkey, recordcount, fields);
      for (Row row : rows) {
        HashMap<String, ByteIterator> record = new HashMap<>();
        Records.copySelected(row.fields(), fields, record);
        result.add(record);
      }
    } catch (RuntimeException | Error e) {
      status = failure(e);
    }
    if (history != null) {
      record(
          begin(invokedNs, "scan", table, startkey, status).asked(fields).rows(recordcount, rows));
    }
    return status;
  }

  @Override
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    return write("insert", table, key, values);
  }

  @Override
  public final Status update(String table, String key, Map<String, ByteIterator> values) {
    return write("update", table, key, values);
  }

  private Status write(String op, String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> fields = Records.toBytes(values);
    processing.await();
    long invokedNs = startNs();
    Status status;
    try {
      status =
          op.equals("insert") ? insertRecord(table, key, fields) : updateRecord(table, key, fields);
    } catch (RuntimeException | Error e) {
      status = failure(e);
    }
    if (history != null) {
      record(begin(invokedNs, op, table, key, status).fields(fields));
    }
    if (!status.isOk()) {
      Records.giveBack(fields, values);
    }
    return told(status);
  }

  /** What YCSB counts: it does not tell writes that were only accepted from others. */
  private static Status told(Status status) {
    return status.equals(Status.BATCHED_OK) ? Status.OK : status;
  }

  @Override
  public final Status delete(String table, String key) {
    processing.await();
    long invokedNs = startNs();
    Status status;
    try {
      status = deleteRecord(table, key);
    } catch (RuntimeException | Error e) {
      status = failure(e);
    }
    if (history != null) {
      record(begin(invokedNs, "delete", table, key, status));
    }
    return told(status);
  }

  /**
   * The binding that this thread has begun.
   *
   * @throws FailedOperation NOT_IMPLEMENTED if it is none of hybrid-ycsb
   */
  static BindingDb ofThread() {
    BindingDb binding = OF_THREAD.get();
    if (binding == null) {
      throw new FailedOperation(
          Status.NOT_IMPLEMENTED,
          "this thread has no binding of hybrid-ycsb, which the workload needs");
    }
    return binding;
  }

  /** The binding's name. */
  final String name() {
    return binding;
  }

  /** {@link #transactions}, recorded if there is a history. */
  final Optional<Supplier<Transaction>> recordedTransactions() {
    Optional<Supplier<Transaction>> maker = transactions();
    return history == null ? maker : maker.map(begin -> () -> recorder.begin(begin));
  }

  /** {@link #provableReads}, recorded if there is a history. */
  final Optional<ProvableReads> recordedReads() {
    return history == null
        ? provableReads()
        : provableReads().map(reads -> new RecordedReads(reads, history, line));
  }

  /** What comes before a write is sent. */
  final Processing processing() {
    return processing;
  }

  /** What this thread asks for again at its end. */
  final Unsettled unsettled() {
    return unsettled;
  }

  /** Whether there is a history. */
  final boolean isRecorded() {
    return history != null;
  }

  /** As {@link #status}; what fails its verification also fails the process at its end. */
  protected final Status failure(Throwable e) {
    Status status = status(e);
    if (status.equals(Statuses.VERIFICATION_FAILED)) {
      falsehood = falsehood.or(() -> Optional.of(e.getMessage()));
    }
    return status;
  }

  /** The status that an exception stands for; tells its reason. */
  final Status status(Throwable e) {
    if (e instanceof FailedOperation failed) {
      tell(failed.getMessage());
      return failed.status();
    }
    if (e instanceof Error fatal) {
      // It ends only this thread: YCSB would go on with the others and exit with status 0.
      terminator.terminate(binding + ": " + FailureReasons.of(e));
      throw fatal;
    }
    tell(e.toString());
    return Status.ERROR;
  }

  private long startNs() {
    return history == null ? 0 : System.nanoTime();
  }

  private HistoryLine begin(long invokedNs, String op, String table, String key, Status status) {
    return line.begin(invokedNs, System.nanoTime(), op, table, key, status);
  }

  private void record(HistoryLine finished) {
    history.record(finished.end());
  }
}
