package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.RecordRead;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Executes reads and writes of records: checks what was read, then writes. */
final class RecordsCalls {
  /** MariaDB's column for keys; PostgreSQL's takes any. */
  private static final int KEY_LENGTH_MAX = 255;

  private record Place(String table, String key) {}

  private final Dialect dialect;
  private final Statements statements;
  private final Definitions definitions;

  RecordsCalls(Dialect dialect, Statements statements, Definitions definitions) {
    this.dialect = dialect;
    this.statements = statements;
    this.definitions = definitions;
  }

  /**
   * @throws CallFailed if it has no effect. Nothing was written then, unless the outcome is {@link
   *     Outcome#FAILED}
   * @throws SQLException if the database has refused a statement, or is lost
   */
  void execute(RecordsCall call) throws CallFailed, SQLException {
    check(call);
    Map<Place, Long> versions = versions(call);
    for (RecordRead read : call.getReadsList()) {
      long version = versions.getOrDefault(new Place(read.getTable(), read.getKey()), 0L);
      if (version != read.getVersion()) {
        throw new CallFailed(
            Outcome.ABORTED,
            "record %s of %s was read with version %d and has %d"
                .formatted(read.getKey(), read.getTable(), read.getVersion(), version));
      }
    }
    if (call.getWritesCount() > 1) {
      checkDeletes(call, versions);
    }
    for (RecordWrite write : call.getWritesList()) {
      write(write);
    }
  }

  private void check(RecordsCall call) throws CallFailed {
    for (RecordRead read : call.getReadsList()) {
      checkPlace(read.getTable(), read.getKey());
    }
    for (RecordWrite write : call.getWritesList()) {
      SortedSet<String> fields = checkPlace(write.getTable(), write.getKey());
      if (write.getVersion() < 0) {
        throw new CallFailed(Outcome.REFUSED, "a version is not negative");
      }
      if (write.getKindValue() < 0 || write.getKind() == RecordWrite.Kind.UNRECOGNIZED) {
        throw new CallFailed(Outcome.REFUSED, "a write is of no known kind");
      }
      for (Field field : write.getFieldsList()) {
        if (!fields.contains(field.getName())) {
          throw new CallFailed(
              Outcome.UNDEFINED,
              "table %s has no field %s".formatted(write.getTable(), field.getName()));
        }
      }
    }
  }

  private SortedSet<String> checkPlace(String table, String key) throws CallFailed {
    SortedSet<String> fields = definitions.fields(table).orElse(null);
    if (fields == null) {
      throw new CallFailed(Outcome.UNDEFINED, "there is no table " + table);
    }
    if (key.isEmpty()
        || key.indexOf('\0') >= 0
        || key.codePointCount(0, key.length()) > KEY_LENGTH_MAX) {
      throw new CallFailed(
          Outcome.REFUSED, "a key has 1 to " + KEY_LENGTH_MAX + " characters, none of them 0");
    }
    return fields;
  }

  /** Of what was read, and of what is to be deleted beside other writes. */
  private Map<Place, Long> versions(RecordsCall call) throws SQLException {
    Map<String, SortedSet<String>> keys = new TreeMap<>();
    for (RecordRead read : call.getReadsList()) {
      keys.computeIfAbsent(read.getTable(), t -> new TreeSet<>()).add(read.getKey());
    }
    if (call.getWritesCount() > 1) {
      for (RecordWrite write : call.getWritesList()) {
        if (write.getKind() == RecordWrite.Kind.DELETE) {
          keys.computeIfAbsent(write.getTable(), t -> new TreeSet<>()).add(write.getKey());
        }
      }
    }
    Map<Place, Long> versions = new HashMap<>();
    for (Map.Entry<String, SortedSet<String>> table : keys.entrySet()) {
      List<String> padded = Dialect.padded(table.getValue());
      String sql = dialect.versions(table.getKey(), padded.size());
      try (ResultSet rows = statements.with(sql, padded).executeQuery()) {
        while (rows.next()) {
          versions.put(new Place(table.getKey(), rows.getString(1)), rows.getLong(2));
        }
      }
    }
    return versions;
  }

  /** Finds a record that will be missing, before anything is written. */
  private static void checkDeletes(RecordsCall call, Map<Place, Long> versions) throws CallFailed {
    Map<Place, Boolean> written = new HashMap<>();
    for (RecordWrite write : call.getWritesList()) {
      Place place = new Place(write.getTable(), write.getKey());
      boolean deletes = write.getKind() == RecordWrite.Kind.DELETE;
      if (deletes && !written.getOrDefault(place, versions.containsKey(place))) {
        throw missing(write);
      }
      written.put(place, !deletes);
    }
  }

  private static CallFailed missing(RecordWrite write) {
    return new CallFailed(
        Outcome.NOT_FOUND,
        "there is no record %s of %s to delete".formatted(write.getKey(), write.getTable()));
  }

  private void write(RecordWrite write) throws CallFailed, SQLException {
    if (write.getKind() == RecordWrite.Kind.DELETE) {
      if (statements.update(dialect.delete(write.getTable()), List.of(write.getKey())) == 0) {
        throw missing(write);
      }
      return;
    }
    TreeMap<String, byte[]> values = new TreeMap<>();
    if (write.getKind() == RecordWrite.Kind.PUT) {
      definitions.fields(write.getTable()).orElseThrow().forEach(name -> values.put(name, null));
    }
    write.getFieldsList().forEach(f -> values.put(f.getName(), f.getValue().toByteArray()));
    upsert(write, values.keySet(), values.values());
  }

  private void upsert(RecordWrite write, Collection<String> fields, Collection<byte[]> values)
      throws SQLException {
    List<Object> arguments = new ArrayList<>(values.size() + 2);
    arguments.add(write.getKey());
    arguments.add(Math.max(1, write.getVersion()));
    arguments.addAll(values);
    statements.update(dialect.upsert(write.getTable(), fields, write.getVersion() > 0), arguments);
  }
}
