package io.hybridycsb.harness.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.Vector;
import java.util.function.Consumer;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Writes values that reads can check, and checks what is read. Each field must have a value that
 * was written to this field of this record, and none may be missing. Of values shorter than {@link
 * CheckedValues#LENGTH_MIN} only the length is checked. Scans aren't checked, since YCSB gives
 * their records no keys.
 *
 * <p>For one thread.
 */
final class CheckedDb extends DB {
  private final DB db;
  private final CheckedValues values;
  private final long fieldCount;
  private final OptionalInt fieldLength;
  private final Consumer<Status> verdicts;

  /**
   * @param values shared by all threads
   * @param fieldCount the fields of a record
   * @param fieldLength of every value; empty if values differ in length
   * @param verdicts takes OK for each read that was right, and UNEXPECTED_STATE for others
   */
  CheckedDb(
      DB db,
      CheckedValues values,
      long fieldCount,
      OptionalInt fieldLength,
      Consumer<Status> verdicts) {
    this.db = db;
    this.values = values;
    this.fieldCount = fieldCount;
    this.fieldLength = fieldLength;
    this.verdicts = verdicts;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Status status = db.read(table, key, fields, result);
    if (status.isOk()) {
      boolean whole =
          fields == null ? result.size() >= fieldCount : result.keySet().containsAll(fields);
      verdicts.accept(whole && isRight(key, result) ? Status.OK : Status.UNEXPECTED_STATE);
    }
    return status;
  }

  private boolean isRight(String key, Map<String, ByteIterator> result) {
    long digest = CheckedValues.digest(key);
    for (Map.Entry<String, ByteIterator> field : result.entrySet()) {
      byte[] value = field.getValue().toArray();
      if (!hasRightLength(value)
          || (value.length >= CheckedValues.LENGTH_MIN
              && !CheckedValues.isRight(digest, field.getKey(), value))) {
        return false;
      }
    }
    return true;
  }

  private boolean hasRightLength(byte[] value) {
    return fieldLength.isPresent() ? value.length == fieldLength.getAsInt() : value.length > 0;
  }

  /** Whether it is this database that is written to and read from. */
  boolean isOf(DB other) {
    return db == other;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> written) {
    return db.update(table, key, checkable(key, written));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> written) {
    return db.insert(table, key, checkable(key, written));
  }

  private Map<String, ByteIterator> checkable(String key, Map<String, ByteIterator> written) {
    long digest = CheckedValues.digest(key);
    long number = values.newNumber();
    Map<String, ByteIterator> checkable = new HashMap<>();
    written.forEach(
        (field, value) -> {
          int length = Math.toIntExact(value.bytesLeft());
          checkable.put(
              field,
              length < CheckedValues.LENGTH_MIN
                  ? value
                  : new ByteArrayByteIterator(CheckedValues.value(digest, field, length, number)));
        });
    return checkable;
  }

  /** YCSB's signature has the old class. */
  @Override
  @SuppressWarnings("JdkObsolete")
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return db.scan(table, startKey, count, fields, result);
  }

  @Override
  public Status delete(String table, String key) {
    return db.delete(table, key);
  }
}
