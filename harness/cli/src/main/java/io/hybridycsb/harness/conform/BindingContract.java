package io.hybridycsb.harness.conform;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.check.history.WriteEffect;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.system.PropertiesText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * What a binding answers to single calls while nothing fails. It is checked in a process of its
 * own, with the binding's jar and YCSB's on its class path.
 *
 * @param staleMax how long a read may show what was before the last write
 * @param told takes a line for each statement
 */
record BindingContract(DB db, Duration staleMax, Consumer<String> told) {
  /** Begins each line with a verdict; a library may print others. */
  static final String VERDICT = "verdict: ";

  /** How many such lines there are. */
  static final int STATEMENTS = 9;

  private static final String TABLE = "conform";
  private static final String NOT_IMPLEMENTED = Status.NOT_IMPLEMENTED.getName();

  /** A write that lost a race against an earlier one is tried again. */
  private static final int ATTEMPTS_MAX = 10;

  private static final Map<String, String> FIRST = Map.of("field0", "a", "field1", "b");
  private static final Map<String, String> OTHER = Map.of("field1", "c");

  /**
   * Arguments: the binding's class, {@code staleMax} in milliseconds, and the file with its
   * properties. What the binding says of failures is on standard output, too.
   */
  public static void main(String[] arguments) throws Exception {
    System.setErr(System.out);
    Properties properties = new Properties();
    properties.putAll(PropertiesText.read(Path.of(arguments[2])));
    DB db = (DB) Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
    db.setProperties(properties);
    db.init();
    Duration staleMax = Duration.ofMillis(Long.parseLong(arguments[1]));
    new BindingContract(db, staleMax, line -> System.out.println(VERDICT + line)).check();
    db.cleanup();
    // Some clients' threads would keep the process alive.
    System.exit(0);
  }

  /** An answer is a write's status, and after it what is read. */
  void check() throws InterruptedException {
    tell(
        "an inserted record is read as it was written",
        "OK \\{field0=a, field1=b}",
        () -> insert("key1", FIRST),
        () -> read("key1", null));
    tell(
        "a read of one field has it",
        "\\{field1=b}",
        () -> "",
        () -> read("key1", Set.of("field1")));
    tell(
        "a read of a missing key is NOT_FOUND", "NOT_FOUND", () -> "", () -> read("missing", null));
    tell(
        "an update sets its fields and keeps the others",
        "OK \\{field0=a, field1=c}",
        () -> update("key1", OTHER),
        () -> read("key1", null));
    insert("key2", FIRST);
    tell(
        "an insert of an existing key replaces the record, or changes nothing",
        "OK \\{field1=c}|(?!OK).* \\{field0=a, field1=b}",
        () -> insert("key2", OTHER),
        () -> read("key2", null));
    tell(
        "an update of a missing key makes the record, or changes nothing",
        "OK \\{field1=c}|(?!OK).* NOT_FOUND",
        () -> update("key3", OTHER),
        () -> read("key3", null));
    tell(
        "a scan has the records from its key on, by key",
        "OK row1 row2",
        this::insertRows,
        () -> scan("scanned1", 2));
    tell(
        "a deleted record is NOT_FOUND",
        "OK NOT_FOUND",
        () -> delete("key1"),
        () -> read("key1", null));
    tell(
        "a delete of a missing key is OK or NOT_FOUND",
        "(OK|NOT_FOUND) NOT_FOUND",
        () -> delete("missing"),
        () -> read("missing", null));
  }

  private void tell(
      String statement, String wanted, Supplier<String> written, Supplier<String> read)
      throws InterruptedException {
    told.accept(Verdict.line(statement, () -> shown(wanted, written, read)));
  }

  private Optional<String> shown(String wanted, Supplier<String> written, Supplier<String> read)
      throws InterruptedException {
    try {
      String write = written.get();
      String[] answer = new String[1];
      boolean matches =
          Deadline.after(staleMax)
              .await(
                  () -> {
                    answer[0] = (write + " " + read.get()).strip();
                    return answer[0].matches(wanted);
                  });
      if (answer[0].contains(NOT_IMPLEMENTED)) {
        return Optional.empty();
      }
      if (!matches) {
        throw new CorrectnessException("the answer is " + answer[0]);
      }
      if (!write.isEmpty() && !write.equals("OK") && !WriteEffect.isNone(write)) {
        throw new CorrectnessException(
            "the answer is %s, and %s does not promise that nothing was changed"
                .formatted(answer[0], write));
      }
      return Optional.of(answer[0]);
    } catch (IllegalStateException | UnsupportedOperationException e) {
      throw new CorrectnessException("the binding threw " + e);
    }
  }

  private String insert(String key, Map<String, String> fields) {
    return written(() -> db.insert(TABLE, key, StringByteIterator.getByteIteratorMap(fields)));
  }

  private String update(String key, Map<String, String> fields) {
    return written(() -> db.update(TABLE, key, StringByteIterator.getByteIteratorMap(fields)));
  }

  private String delete(String key) {
    return written(() -> db.delete(TABLE, key));
  }

  private static String written(Supplier<Status> write) {
    String status = write.get().getName();
    for (int i = 1; i < ATTEMPTS_MAX && status.equals("ABORTED"); i++) {
      status = write.get().getName();
    }
    return status;
  }

  private String read(String key, Set<String> asked) {
    Map<String, ByteIterator> found = new HashMap<>();
    Status status = db.read(TABLE, key, asked, found);
    return status.isOk() ? new TreeMap<>(found).toString() : status.getName();
  }

  private String insertRows() {
    return IntStream.of(3, 1, 2, 0)
        .mapToObj(i -> insert("scanned" + i, Map.of("field0", "row" + i)))
        .distinct()
        .collect(Collectors.joining(" "));
  }

  private String scan(String from, int count) {
    Vector<HashMap<String, ByteIterator>> found = new Vector<>();
    Status status = db.scan(TABLE, from, count, null, found);
    StringBuilder rows = new StringBuilder();
    found.forEach(row -> rows.append(' ').append(row.get("field0")));
    return status.isOk() ? rows.toString().strip() : status.getName();
  }
}
