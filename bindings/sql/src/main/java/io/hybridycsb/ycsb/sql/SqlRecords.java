package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.Procedure;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import site.ycsb.Status;

/**
 * Records as rows of tables that have YCSB's names. A field that is null is not there. A statement
 * on a table or a column that is not there fails; {@link #makeRoom} makes them.
 */
final class SqlRecords {
  /** More tables than a workload has; then they are checked again. */
  private static final int CHECKED_MAX = 1_000;

  private final Dialect dialect;
  private final SqlConnection connection;
  private final long timeoutNs;

  /** Those that are there, and may be used. */
  private final Set<String> checked = new HashSet<>();

  SqlRecords(Dialect dialect, SqlConnection connection, int timeoutMs) {
    this.dialect = dialect;
    this.connection = connection;
    this.timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  /** A record as it was read, with its fields in a map that may be changed. */
  record Found(long version, Map<String, byte[]> fields) {}

  /**
   * @param lock whether nobody else may write the record before the transaction's end
   */
  Optional<Found> read(String table, String key, boolean lock) {
    String sql = dialect.select(named(table)) + (lock ? " FOR UPDATE" : "");
    return connection.query(
        sql, rows -> rows.next() ? Optional.of(found(rows)) : Optional.empty(), key);
  }

  /** At most {@code count} records, by rising key. */
  List<Row> scan(String table, String startKey, int count) {
    return connection.query(
        dialect.scan(named(table)),
        rows -> {
          List<Row> found = new ArrayList<>();
          while (rows.next()) {
            found.add(new Row(rows.getString(Dialect.KEY), found(rows).fields()));
          }
          return found;
        },
        startKey,
        (long) count);
  }

  private static Found found(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    Map<String, byte[]> fields = new HashMap<>();
    long version = 0;
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String name = columns.getColumnLabel(i);
      if (name.equals(Dialect.VERSION)) {
        version = rows.getLong(i);
      } else if (!name.equals(Dialect.KEY)) {
        byte[] value = rows.getBytes(i);
        if (value != null) {
          fields.put(name, value);
        }
      }
    }
    return new Found(version, fields);
  }

  /**
   * Makes the record consist of these fields; where there is one, all by itself or not at all.
   *
   * @return whether it has; otherwise there is a record, and nothing has changed
   */
  boolean insertAlone(String table, String key, Map<String, byte[]> fields) {
    SortedMap<String, byte[]> sorted = named(table, fields);
    return connection.update(
            dialect.insertAlone(table, sorted.keySet()), row(key, RecordVersion.FIRST, sorted))
        > 0;
  }

  /** Sets these fields, of a new record if there is none, and makes its version greater. */
  void merge(String table, String key, Map<String, byte[]> fields) {
    SortedMap<String, byte[]> sorted = named(table, fields);
    connection.update(dialect.merge(table, sorted.keySet()), row(key, RecordVersion.FIRST, sorted));
  }

  /** Inserts a record that must not be there. */
  void insert(String table, String key, long version, Map<String, byte[]> fields) {
    SortedMap<String, byte[]> sorted = named(table, fields);
    connection.update(dialect.insert(table, sorted.keySet()), row(key, version, sorted));
  }

  /**
   * Sets some fields of a record.
   *
   * @param fields null to remove one
   * @return whether there is such a record
   */
  boolean update(String table, String key, long version, Map<String, byte[]> fields) {
    SortedMap<String, byte[]> sorted = named(table, fields);
    List<Object> arguments = new ArrayList<>();
    arguments.add(version);
    arguments.addAll(sorted.values());
    arguments.add(key);
    return connection.update(dialect.update(table, sorted.keySet()), arguments) > 0;
  }

  /** Returns whether there was such a record. */
  boolean delete(String table, String key) {
    return connection.update(dialect.delete(named(table)), List.of(key)) > 0;
  }

  private static List<Object> row(String key, long version, SortedMap<String, byte[]> fields) {
    return Stream.<Object>concat(Stream.of(key, version), fields.values().stream()).toList();
  }

  /**
   * Makes the table that a statement has not found, or the columns. Others may do the same at the
   * same time. Every statement here is a transaction of its own.
   *
   * @param missing what the statement has failed with
   */
  void makeRoom(String table, Collection<String> fields, Failure missing) {
    String sql =
        missing == Failure.NO_TABLE
            ? dialect.createTable(table, fields)
            : dialect.addColumns(table, fields);
    make(sql, missing == Failure.NO_TABLE);
  }

  /** Makes a procedure that a statement has not found, in the same way. */
  void makeProcedure(Procedure procedure) {
    make(dialect.createProcedure(procedure), true);
  }

  /** Makes the tables of a procedure, and the columns that they lack, in the same way. */
  void makeRoom(Procedure procedure) {
    procedure
        .tables()
        .forEach(
            (table, fields) -> {
              makeRoom(table, fields, Failure.NO_TABLE);
              makeRoom(table, fields, Failure.NO_COLUMN);
            });
  }

  /**
   * @param existsAll whether all is done if there is something of the name
   */
  private void make(String sql, boolean existsAll) {
    long ends = System.nanoTime() + timeoutNs;
    while (true) {
      try {
        connection.autocommit();
        connection.execute(sql);
        return;
      } catch (CallFailed e) {
        if (e.failure() == Failure.EXISTS && existsAll) {
          return;
        }
        // Where two make the same, one of them fails with one of these errors.
        boolean overtaken = e.failure() == Failure.ABORTED || e.failure() == Failure.EXISTS;
        if (!overtaken || System.nanoTime() - ends >= 0) {
          throw e.withoutEffect();
        }
      }
    }
  }

  private String named(String table) {
    requireName("table", table);
    requireUsable(table);
    return table;
  }

  /** Asks the database once for each table whether records may be kept in it. */
  void requireUsable(String table) {
    Optional<String> check = dialect.tableCheck();
    if (check.isEmpty() || checked.contains(table)) {
      return;
    }
    try {
      boolean isThere = connection.query(check.get(), SqlRecords::truth, table);
      if (checked.size() == CHECKED_MAX) {
        checked.clear();
      }
      if (isThere) {
        checked.add(table);
      }
    } catch (CallFailed e) {
      throw e.withoutEffect();
    }
  }

  private static boolean truth(ResultSet rows) throws SQLException {
    rows.next();
    return rows.getBoolean(1);
  }

  /** The fields by name, so that the same fields give the same statement. */
  private SortedMap<String, byte[]> named(String table, Map<String, byte[]> fields) {
    named(table);
    SortedMap<String, byte[]> sorted = new TreeMap<>(fields);
    for (String name : sorted.keySet()) {
      requireName("field", name);
      if (name.equalsIgnoreCase(Dialect.KEY) || name.equalsIgnoreCase(Dialect.VERSION)) {
        throw new FailedOperation(
            Status.BAD_REQUEST, "a field cannot be called %s: the table has that".formatted(name));
      }
    }
    return sorted;
  }

  private void requireName(String what, String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new FailedOperation(Status.BAD_REQUEST, "a %s has no possible name".formatted(what));
    }
    if (dialect.lengthOf(name) > dialect.nameLengthMax()) {
      throw new FailedOperation(
          Status.BAD_REQUEST,
          "the name of a %s is longer than %s allows: %s".formatted(what, dialect.title(), name));
    }
  }
}
