package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * A binding whose system is a map. A key that begins with {@code !} fails as its rest says; a write
 * of {@link #ACCEPTED} is only accepted.
 */
final class FakeDb extends BindingDb {
  static final String ACCEPTED = "accepted";

  private final Map<String, Map<String, byte[]>> records;
  private Throwable failure;
  private Exception failureToClose;
  private Optional<Supplier<Transaction>> transactions = Optional.empty();
  private Optional<Procedures> procedures = Optional.empty();
  private boolean open;
  private long lastWriteNs;

  FakeDb(Map<String, Map<String, byte[]>> records, Terminator terminator) {
    super("fake");
    endBy(terminator);
    this.records = records;
  }

  FakeDb failingToOpen(Throwable e) {
    failure = e;
    return this;
  }

  FakeDb failingToClose(Exception e) {
    failureToClose = e;
    return this;
  }

  FakeDb withTransactions(Supplier<Transaction> begin) {
    transactions = Optional.of(begin);
    return this;
  }

  @Override
  protected Optional<Supplier<Transaction>> transactions() {
    return transactions;
  }

  FakeDb withProcedures(Procedures all) {
    procedures = Optional.of(all);
    return this;
  }

  @Override
  protected Optional<Procedures> procedures() {
    return procedures;
  }

  boolean isOpen() {
    return open;
  }

  /** When it was last asked to write, by {@link System#nanoTime}. */
  long lastWriteNs() {
    return lastWriteNs;
  }

  @Override
  protected void open(Properties properties) throws Exception {
    if (failure instanceof Error fatal) {
      throw fatal;
    }
    if (failure != null) {
      throw (Exception) failure;
    }
    open = true;
  }

  @Override
  protected void close() throws Exception {
    open = false;
    if (failureToClose != null) {
      throw failureToClose;
    }
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    fail(key);
    return Optional.ofNullable(records.get(key));
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    fail(startKey);
    return new TreeMap<>(records)
        .tailMap(startKey).entrySet().stream()
            .limit(count)
            .map(record -> new Row(record.getKey(), record.getValue()))
            .toList();
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    lastWriteNs = System.nanoTime();
    fail(key);
    records.put(key, new TreeMap<>(fields));
    return done(key);
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    lastWriteNs = System.nanoTime();
    fail(key);
    records.computeIfAbsent(key, absent -> new TreeMap<>()).putAll(fields);
    return done(key);
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    lastWriteNs = System.nanoTime();
    fail(key);
    records.remove(key);
    return key.equals(ACCEPTED) ? Status.BATCHED_OK : Statuses.ABORTED;
  }

  private static Status done(String key) {
    return key.equals(ACCEPTED) ? Status.BATCHED_OK : Status.OK;
  }

  private static void fail(String key) {
    switch (key) {
      case "!unknown" -> throw new FailedOperation(Statuses.UNKNOWN, "no answer in time");
      case "!verification" ->
          throw new FailedOperation(Statuses.VERIFICATION_FAILED, "the proof is wrong");
      case "!bug" -> throw new IllegalStateException("a bug");
      case "!fatal" -> throw new OutOfMemoryError("Java heap space");
      default -> {}
    }
  }
}
