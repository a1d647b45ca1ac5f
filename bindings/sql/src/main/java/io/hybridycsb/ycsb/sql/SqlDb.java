package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.outcome.Backoff;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.record.Tabular;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * YCSB's operations on a relational database. Each of YCSB's threads has a connection of its own. A
 * record is a row of the table that YCSB names, a field a column; tables and columns are made when
 * a write first needs them. Each operation is one statement, and a transaction of its own. An
 * insert replaces the record; an update sets the fields given, of a new record if there is none.
 *
 * <p>What the database has aborted because of others is tried again, {@code retries} times at most,
 * and is then ABORTED. A write whose answer is lost is UNKNOWN: it is never sent twice. Where there
 * is no connection, and none can be made in time, an operation is SERVICE_UNAVAILABLE; the next one
 * tries to connect again.
 *
 * <p>Transactions over several records are the database's own ({@link SqlTransaction}), and so are
 * procedures ({@link SqlProcedures}).
 */
abstract class SqlDb extends BindingDb implements Tabular {
  /** Before single operations are tried again. */
  private static final Backoff BACKOFF = Backoff.ofMs(1);

  /** What a write may find missing, one after the other, while others make tables, too. */
  static final int MADE_MAX = 10;

  private final String prefix;
  private final Dialect dialect;
  private SqlProperties properties;
  private SqlConnection connection;
  private SqlRecords records;
  private SqlTransaction last;

  SqlDb(String binding, Dialect dialect) {
    super(binding);
    this.prefix = binding + ".";
    this.dialect = dialect;
  }

  @Override
  protected final void open(Properties all) {
    properties = SqlProperties.read(prefix, dialect.urlStart(), all);
    connection = new SqlConnection(dialect, properties);
    records = new SqlRecords(dialect, connection, properties.timeoutMs());
    connection.connect();
  }

  @Override
  protected final void close() {
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  protected final Optional<Map<String, byte[]>> readRecord(
      String table, String key, Set<String> fields) {
    return trying(
        false,
        () ->
            unlessThereIsNoTable(
                () -> records.read(table, key, false).map(SqlRecords.Found::fields),
                Optional.empty()));
  }

  @Override
  protected final List<Row> scanRecords(
      String table, String startKey, int count, Set<String> fields) {
    return trying(
        false, () -> unlessThereIsNoTable(() -> records.scan(table, startKey, count), List.of()));
  }

  @Override
  protected final Status deleteRecord(String table, String key) {
    boolean deleted =
        trying(true, () -> unlessThereIsNoTable(() -> records.delete(table, key), false));
    return deleted ? Status.OK : Status.NOT_FOUND;
  }

  private static <T> T unlessThereIsNoTable(Supplier<T> call, T none) {
    try {
      return call.get();
    } catch (CallFailed e) {
      if (e.failure() == Failure.NO_TABLE) {
        return none;
      }
      throw e;
    }
  }

  @Override
  protected final Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return writing(
        table,
        fields,
        () -> {
          if (!records.insertAlone(table, key, fields)) {
            replace(table, key, fields);
          }
        });
  }

  /** Only so are the fields gone that other writers have given the record meanwhile. */
  private void replace(String table, String key, Map<String, byte[]> fields) {
    connection.begin();
    try {
      records.delete(table, key);
      records.insert(table, key, RecordVersion.FIRST, fields);
    } catch (CallFailed e) {
      connection.rollback();
      throw e.withoutEffect();
    }
    connection.commit();
  }

  @Override
  protected final Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return writing(table, fields, () -> records.merge(table, key, fields));
  }

  /** Writes to a table that may still have to be made, or lack columns. */
  private Status writing(String table, Map<String, byte[]> fields, Runnable write) {
    return trying(
        true,
        () -> {
          for (int made = 0; ; made++) {
            try {
              write.run();
              return Status.OK;
            } catch (CallFailed e) {
              if (made == MADE_MAX || !e.isForWantOfRoom()) {
                throw e;
              }
              records.makeRoom(table, fields.keySet(), e.failure());
            }
          }
        });
  }

  /** Runs what is a transaction of its own; again if others were in its way. */
  private <T> T trying(boolean writes, Supplier<T> operation) {
    for (int retries = 0; ; retries++) {
      try {
        endLast();
        connection.autocommit();
        return operation.get();
      } catch (CallFailed e) {
        if (e.failure() != Failure.ABORTED || retries == properties.retries()) {
          throw failed(e, writes);
        }
        BACKOFF.pause(retries);
      }
    }
  }

  /** Transactions over several records; without the retries of single operations. */
  @Override
  protected final Optional<Supplier<Transaction>> transactions() {
    return Optional.of(this::begin);
  }

  private Transaction begin() {
    try {
      beginTransaction();
    } catch (CallFailed e) {
      throw failed(e, false);
    }
    last = new SqlTransaction(this, connection, records);
    return last;
  }

  /** Each call is a transaction; without the retries of single operations. */
  @Override
  protected final Optional<Procedures> procedures() {
    return Optional.of(new SqlProcedures(this, dialect, connection, records));
  }

  /** Begins a transaction of the database's own. */
  void beginTransaction() {
    endLast();
    connection.begin();
  }

  /** What became of a call that has failed; tells the reason. */
  ProcedureResult result(FailedOperation e) {
    return ProcedureResult.of(failure(e));
  }

  /** A workload may have dropped a transaction without ending it. */
  private void endLast() {
    if (last != null) {
      last.abort();
      last = null;
    }
  }

  /** Whether a transaction should lock the row that it reads in order to write it. */
  boolean locksBeforeWrite() {
    return dialect.locksBeforeWrite(properties.isolation());
  }

  /**
   * What an operation answers.
   *
   * @param mayHaveChanged whether the statement that failed was to take effect by itself
   */
  FailedOperation failed(CallFailed e, boolean mayHaveChanged) {
    if (mayHaveChanged && e.mayHaveHappened()) {
      return FailedOperation.unknown(e.getMessage());
    }
    return switch (e.failure()) {
      case ABORTED ->
          new FailedOperation(Statuses.ABORTED, "others were in the way: " + e.getMessage());
      case LOST -> new FailedOperation(Status.SERVICE_UNAVAILABLE, e.getMessage());
      case REFUSED ->
          new FailedOperation(
              Status.SERVICE_UNAVAILABLE, dialect.title() + " refuses: " + e.getMessage());
      case WRONG ->
          new FailedOperation(Status.BAD_REQUEST, dialect.title() + " refuses: " + e.getMessage());
      case NO_TABLE, NO_COLUMN, NO_PROCEDURE, EXISTS, OTHER ->
          new FailedOperation(Status.ERROR, "an operation failed: " + e.getMessage());
    };
  }
}
