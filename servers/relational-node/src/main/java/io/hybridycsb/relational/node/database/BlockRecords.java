package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.definition.CallFailed;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Dialect.WrittenRow;
import io.hybridycsb.relational.node.dialect.Statements;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.RecordRead;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The records that the calls of a block touch. Calls are judged here, one after the other, by the
 * versions of records alone, and by how long the fields are of those that they write. Both are read
 * for many calls at once. What they have written goes to the database at once, too: a row each
 * record, many rows a statement.
 */
final class BlockRecords {
  private static final int KEYS_OF_STATEMENT_MAX = 1_024;

  /** Gathering hashes in a database takes the longer the more there are. */
  private static final int ROWS_GATHERED_MAX = 1_024;

  /** The place of a record. */
  private record Place(String table, String key) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = table.compareTo(other.table);
      return order != 0 ? order : key.compareTo(other.key);
    }
  }

  /** What is to be done with a row. */
  private enum Change {
    NONE,
    /** It consists of these values alone. */
    PUT,
    /** These values of it are set. */
    MERGE,
    DELETE
  }

  /**
   * A record as the last call has left it.
   *
   * @param version 0 of an absent one
   * @param values to be written
   * @param lengths of the fields that are in the database and stay, unless they are written; none
   *     of a record that was only read
   */
  private record Row(
      boolean exists,
      long version,
      Change change,
      TreeMap<String, byte[]> values,
      Map<String, Integer> lengths) {
    static final Row ABSENT = new Row(false, 0, Change.NONE, new TreeMap<>(), Map.of());

    static Row read(long version, Map<String, Integer> lengths) {
      return new Row(true, version, Change.NONE, new TreeMap<>(), lengths);
    }

    /** As a trigger counts them. */
    long bytes() {
      long bytes = 0;
      for (byte[] value : values.values()) {
        bytes += value.length;
      }
      for (Map.Entry<String, Integer> field : lengths.entrySet()) {
        bytes += values.containsKey(field.getKey()) ? 0 : field.getValue();
      }
      return bytes;
    }
  }

  private final Writer writer;
  private final Dialect dialect;
  private final Statements statements;
  private final Definitions definitions;
  private final int rowBytesMax;
  private final Map<Place, Row> rows = new HashMap<>();

  /**
   * @param rowBytesMax bytes of a row's fields, at most
   */
  BlockRecords(Writer writer, Definitions definitions, int rowBytesMax) {
    this.writer = writer;
    this.dialect = writer.dialect();
    this.statements = writer.statements();
    this.definitions = definitions;
    this.rowBytesMax = rowBytesMax;
  }

  /**
   * Reads the versions of all records of these calls, and how long the fields are of those that
   * they write. MariaDB reads a field to tell its length.
   *
   * @return of each call the bytes of the rows that it is the first to write, as they are in the
   *     database. They are read now, whatever becomes of the call, and hashed when they are written
   */
  long[] load(List<RecordsCall> calls) throws SQLException {
    Map<Place, Integer> writers = new TreeMap<>();
    Set<Place> read = new TreeSet<>();
    for (int i = 0; i < calls.size(); i++) {
      for (RecordWrite write : calls.get(i).getWritesList()) {
        writers.putIfAbsent(new Place(write.getTable(), write.getKey()), i);
      }
      for (RecordRead each : calls.get(i).getReadsList()) {
        read.add(new Place(each.getTable(), each.getKey()));
      }
    }
    read.removeAll(writers.keySet());
    load(read, false);
    long[] bytes = new long[calls.size()];
    for (Map.Entry<Place, Row> row : load(writers.keySet(), true).entrySet()) {
      bytes[writers.get(row.getKey())] += row.getValue().bytes();
    }
    return bytes;
  }

  /** Returns those that are there. */
  private Map<Place, Row> load(Set<Place> places, boolean lengths) throws SQLException {
    Map<String, List<String>> keys = new TreeMap<>();
    for (Place place : places) {
      if (definitions.fields(place.table()).isPresent() && isKey(place.key())) {
        keys.computeIfAbsent(place.table(), each -> new ArrayList<>()).add(place.key());
      }
    }
    Map<Place, Row> loaded = new HashMap<>();
    for (Map.Entry<String, List<String>> table : keys.entrySet()) {
      SortedSet<String> fields =
          lengths ? definitions.fields(table.getKey()).orElseThrow() : new TreeSet<>();
      for (List<String> part : parts(table.getValue(), KEYS_OF_STATEMENT_MAX)) {
        load(table.getKey(), fields, Dialect.padded(part), loaded);
      }
    }
    // One that was written and isn't in the database yet is known better here.
    loaded.forEach(
        (place, row) ->
            rows.merge(place, row, (known, now) -> known.change() == Change.NONE ? now : known));
    return loaded;
  }

  private void load(
      String table, SortedSet<String> fields, List<String> keys, Map<Place, Row> loaded)
      throws SQLException {
    statements.query(
        dialect.versions(table, fields, keys.size()),
        keys,
        found -> {
          Map<String, Integer> lengths = new HashMap<>();
          int column = 2;
          for (String field : fields) {
            lengths.put(field, found.getInt(++column));
          }
          Place place = new Place(table, found.getString(1));
          return loaded.put(place, Row.read(found.getLong(2), lengths));
        });
  }

  static <T> List<List<T>> parts(List<T> all, int most) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += most) {
      parts.add(all.subList(from, Math.min(all.size(), from + most)));
    }
    return parts;
  }

  private static boolean isKey(String key) {
    return !key.isEmpty()
        && key.indexOf('\0') < 0
        && key.codePointCount(0, key.length()) <= Dialect.KEY_LENGTH_MAX;
  }

  /**
   * Judges a call that was loaded, and takes note of what it writes.
   *
   * @param version that it gives
   * @throws CallFailed if it has no effect
   */
  void apply(RecordsCall call, long version) throws CallFailed {
    check(call);
    for (RecordRead read : call.getReadsList()) {
      Row row = rows.getOrDefault(new Place(read.getTable(), read.getKey()), Row.ABSENT);
      if (row.version() != read.getVersion()) {
        throw new CallFailed(
            Outcome.ABORTED,
            "record %s of %s was read with version %d and has %d"
                .formatted(read.getKey(), read.getTable(), read.getVersion(), row.version()));
      }
    }
    Map<Place, Row> written = new HashMap<>();
    for (RecordWrite write : call.getWritesList()) {
      Place place = new Place(write.getTable(), write.getKey());
      Row before = written.containsKey(place) ? written.get(place) : rows.get(place);
      written.put(place, after(write, before == null ? Row.ABSENT : before, version));
    }
    rows.putAll(written);
  }

  private void check(RecordsCall call) throws CallFailed {
    for (RecordRead read : call.getReadsList()) {
      checkPlace(read.getTable(), read.getKey());
    }
    for (RecordWrite write : call.getWritesList()) {
      SortedSet<String> fields = checkPlace(write.getTable(), write.getKey());
      if (write.getKind() == RecordWrite.Kind.UNRECOGNIZED) {
        throw new CallFailed(Outcome.REFUSED, "a write is a PUT, a MERGE or a DELETE");
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
    if (!isKey(key)) {
      throw new CallFailed(
          Outcome.REFUSED,
          "a key has 1 to " + Dialect.KEY_LENGTH_MAX + " characters, none of them 0");
    }
    return fields;
  }

  private Row after(RecordWrite write, Row before, long version) throws CallFailed {
    if (write.getKind() == RecordWrite.Kind.DELETE) {
      if (!before.exists()) {
        throw new CallFailed(
            Outcome.NOT_FOUND,
            "there is no record %s of %s to delete".formatted(write.getKey(), write.getTable()));
      }
      return new Row(false, 0, Change.DELETE, new TreeMap<>(), Map.of());
    }
    boolean keeps = write.getKind() == RecordWrite.Kind.MERGE && before.exists();
    TreeMap<String, byte[]> values = keeps ? new TreeMap<>(before.values()) : new TreeMap<>();
    for (Field field : write.getFieldsList()) {
      values.put(field.getName(), field.getValue().toByteArray());
    }
    boolean whole = !keeps || before.change() == Change.PUT;
    Row row =
        new Row(
            true,
            version,
            whole ? Change.PUT : Change.MERGE,
            values,
            keeps ? before.lengths() : Map.of());
    if (row.bytes() > rowBytesMax) {
      throw new CallFailed(Outcome.FAILED, Dialect.rowTooLarge(rowBytesMax));
    }
    return row;
  }

  /**
   * Writes what the calls have written, and forgets all.
   *
   * @return the hashes of all rows that were added and removed
   */
  byte[] flush() throws SQLException {
    if (rows.values().stream().allMatch(row -> row.change() == Change.NONE)) {
      rows.clear();
      return new byte[0];
    }
    ByteArrayOutputStream hashes = new ByteArrayOutputStream();
    int gathered = 0;
    Map<String, List<String>> deletes = new TreeMap<>();
    Map<String, Map<List<String>, List<WrittenRow>>> upserts = new TreeMap<>();
    for (Map.Entry<Place, Row> each : new TreeMap<>(rows).entrySet()) {
      String table = each.getKey().table();
      Row row = each.getValue();
      switch (row.change()) {
        case NONE -> {}
        case DELETE ->
            deletes.computeIfAbsent(table, t -> new ArrayList<>()).add(each.getKey().key());
        case PUT, MERGE ->
            upserts
                .computeIfAbsent(table, t -> new HashMap<>())
                .computeIfAbsent(columns(table, row), columns -> new ArrayList<>())
                .add(new WrittenRow(each.getKey().key(), row.version(), row.values()));
      }
    }
    for (Map.Entry<String, List<String>> table : deletes.entrySet()) {
      for (List<String> part : parts(table.getValue(), KEYS_OF_STATEMENT_MAX)) {
        List<String> keys = Dialect.padded(part);
        statements.update(dialect.delete(table.getKey(), keys.size()), keys);
        gathered = gather(gathered + part.size(), hashes);
      }
    }
    for (Map.Entry<String, Map<List<String>, List<WrittenRow>>> table : upserts.entrySet()) {
      for (Map.Entry<List<String>, List<WrittenRow>> group : table.getValue().entrySet()) {
        for (List<WrittenRow> part : partsToWrite(group.getValue(), group.getKey().size())) {
          dialect.upsert(statements, table.getKey(), group.getKey(), part);
          gathered = gather(gathered + part.size(), hashes);
        }
      }
    }
    rows.clear();
    hashes.writeBytes(dialect.effects(writer.connection()));
    return hashes.toByteArray();
  }

  /** Takes the hashes if there are many; returns of how many rows there are some left. */
  private int gather(int gathered, ByteArrayOutputStream hashes) throws SQLException {
    if (gathered < ROWS_GATHERED_MAX) {
      return gathered;
    }
    hashes.writeBytes(dialect.effects(writer.connection()));
    return 0;
  }

  /** Which columns are written: of a whole record all, those without a value too. */
  private List<String> columns(String table, Row row) {
    Collection<String> columns =
        row.change() == Change.PUT
            ? definitions.fields(table).orElseThrow()
            : row.values().keySet();
    return List.copyOf(columns);
  }

  /** So many rows each that a statement takes them. */
  private static List<List<WrittenRow>> partsToWrite(List<WrittenRow> rows, int columns) {
    int most = Math.min(Dialect.ROWS_MAX, Math.max(1, Dialect.ARGUMENTS_MAX / (columns + 2)));
    List<List<WrittenRow>> parts = new ArrayList<>();
    int from = 0;
    long bytes = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (i - from == most || bytes > Dialect.STATEMENT_BYTES) {
        parts.add(rows.subList(from, i));
        from = i;
        bytes = 0;
      }
      for (byte[] value : rows.get(i).values().values()) {
        bytes += value.length;
      }
    }
    parts.add(rows.subList(from, rows.size()));
    return parts;
  }
}
