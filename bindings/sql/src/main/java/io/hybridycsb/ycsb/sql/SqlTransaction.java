package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * A transaction of the database's own: each read and each write is a statement at once. A record is
 * read once, before it is written at the latest, since a write makes its version greater. Any
 * failure undoes everything.
 */
final class SqlTransaction implements Transaction {

  /** A record as this transaction sees it. */
  private static final class RecordState {
    /** Before this transaction; 0 if there was none. */
    private final long version;

    /** Null if there is none. */
    private Map<String, byte[]> fields;

    /** 0 as long as it isn't written. */
    private long made;

    RecordState(long version, Map<String, byte[]> fields) {
      this.version = version;
      this.fields = fields;
    }

    /** The version that this transaction gives the record, however often it writes it. */
    long made() {
      if (made == 0) {
        made = RecordVersion.after(version);
      }
      return made;
    }

    boolean isStillAbsent() {
      return version == 0 && fields == null;
    }
  }

  private final SqlDb db;
  private final SqlConnection connection;
  private final SqlRecords records;
  private final Map<RecordName, RecordState> seen = new HashMap<>();
  private boolean ended;

  SqlTransaction(SqlDb db, SqlConnection connection, SqlRecords records) {
    this.db = db;
    this.connection = connection;
    this.records = records;
  }

  @Override
  public Optional<Found> read(String table, String key) {
    RecordState record = seen(table, key, Set.of(), false);
    return Optional.ofNullable(record.fields)
        .map(fields -> new Found(new HashMap<>(fields), record.made == 0 ? record.version : 0));
  }

  /**
   * @param fields that the table gets if it has to be made
   * @param toWrite whether it is read in order to be written
   */
  private RecordState seen(String table, String key, Set<String> fields, boolean toWrite) {
    mustBeOpen();
    RecordName name = new RecordName(table, key);
    RecordState known = seen.get(name);
    if (known == null) {
      known =
          calling(table, fields, () -> records.read(table, key, toWrite && db.locksBeforeWrite()))
              .map(found -> new RecordState(found.version(), found.fields()))
              .orElseGet(() -> new RecordState(0, null));
      seen.put(name, known);
    }
    return known;
  }

  @Override
  public void put(String table, String key, Map<String, byte[]> fields) {
    RecordState record = seen(table, key, fields.keySet(), true);
    Map<String, byte[]> changes = new HashMap<>(fields);
    if (record.fields != null) {
      record.fields.keySet().forEach(name -> changes.putIfAbsent(name, null));
    }
    write(table, key, record, changes);
    record.fields = new HashMap<>(fields);
  }

  @Override
  public void merge(String table, String key, Map<String, byte[]> fields) {
    RecordState record = seen(table, key, fields.keySet(), true);
    write(table, key, record, fields);
    if (record.fields == null) {
      record.fields = new HashMap<>();
    }
    record.fields.putAll(fields);
  }

  /**
   * @param changes null to remove a field
   */
  private void write(String table, String key, RecordState record, Map<String, byte[]> changes) {
    long version = record.made();
    boolean written =
        calling(
            table,
            changes.keySet(),
            () -> {
              if (record.fields != null) {
                return records.update(table, key, version, changes);
              }
              records.insert(table, key, version, changes);
              return true;
            });
    requireStillThere(written);
  }

  @Override
  public void delete(String table, String key) {
    RecordState record = seen(table, key, Set.of(), true);
    record.made();
    if (record.fields != null) {
      requireStillThere(calling(table, Set.of(), () -> records.delete(table, key)));
      record.fields = null;
    }
  }

  /** Only where the isolation allows that others change what this transaction has read. */
  private void requireStillThere(boolean isThere) {
    if (!isThere) {
      abort();
      throw new FailedOperation(
          Statuses.ABORTED, "others were in the way: a record was deleted after it was read");
    }
  }

  /**
   * Runs a statement. If it finds the table missing, or columns, they are made. That takes a
   * transaction of its own, so this one must begin again: here if it has done nothing yet.
   */
  private <T> T calling(String table, Set<String> fields, Supplier<T> call) {
    try {
      return call.get();
    } catch (CallFailed e) {
      abort();
      if (!e.isForWantOfRoom()) {
        throw db.failed(e, false);
      }
      return afterMakingRoom(table, fields, e, call);
    }
  }

  private <T> T afterMakingRoom(
      String table, Set<String> fields, CallFailed missing, Supplier<T> call) {
    try {
      records.makeRoom(table, fields, missing.failure());
      if (!seen.isEmpty()) {
        throw new FailedOperation(
            Statuses.ABORTED,
            "a transaction has to begin again with what was missing: " + missing.getMessage());
      }
      connection.begin();
      T result = call.get();
      ended = false;
      return result;
    } catch (CallFailed e) {
      connection.rollback();
      throw db.failed(e, false);
    }
  }

  @Override
  public Status commit() {
    mustBeOpen();
    ended = true;
    if (seen.isEmpty()) {
      return Status.OK;
    }
    boolean writes = seen.values().stream().anyMatch(record -> record.made != 0);
    try {
      connection.commit();
      return Status.OK;
    } catch (CallFailed e) {
      connection.rollback();
      FailedOperation failed = db.failed(e, writes);
      if (failed.status().equals(Statuses.ABORTED)) {
        return Statuses.ABORTED;
      }
      throw failed;
    }
  }

  @Override
  public void abort() {
    if (!ended) {
      ended = true;
      connection.rollback();
    }
  }

  @Override
  public long versionMade(String table, String key) {
    RecordState record = seen.get(new RecordName(table, key));
    return record == null || record.isStillAbsent() ? 0 : record.made;
  }

  private void mustBeOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended already");
    }
  }
}
