package io.hybridycsb.harness.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Each statement passes on a binding that keeps it, and fails on one that doesn't. */
class BindingContractTest {
  /** A binding that keeps the contract; tests break it. */
  private static class KeepingDb extends DB {
    final TreeMap<String, Map<String, String>> records = new TreeMap<>();

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      Map<String, String> found = records.get(key);
      if (found == null) {
        return Status.NOT_FOUND;
      }
      Map<String, String> asked = new HashMap<>(found);
      if (fields != null) {
        asked.keySet().retainAll(fields);
      }
      StringByteIterator.putAllAsByteIterators(result, asked);
      return Status.OK;
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's interface
    public Status scan(
        String table,
        String start,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      records.tailMap(start).values().stream()
          .limit(count)
          .forEach(
              record -> result.add(new HashMap<>(StringByteIterator.getByteIteratorMap(record))));
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      records
          .computeIfAbsent(key, unused -> new HashMap<>())
          .putAll(StringByteIterator.getStringMap(values));
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      records.put(key, StringByteIterator.getStringMap(values));
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      return records.remove(key) == null ? Status.NOT_FOUND : Status.OK;
    }
  }

  private static List<String> lines(DB db) throws InterruptedException {
    List<String> told = new ArrayList<>();
    new BindingContract(db, Duration.ZERO, told::add).check();
    assertThat(told).hasSize(9);
    return told;
  }

  /** Requires this verdict on the statements that begin so, and that all others pass. */
  private static void requireOnly(Verdict verdict, String detail, DB db, String... begins)
      throws InterruptedException {
    for (String line : lines(db)) {
      if (Stream.of(begins).anyMatch(begin -> line.contains(" s  " + begin))) {
        assertThat(Verdict.of(line)).as(line).isEqualTo(verdict);
        assertThat(line).contains(detail);
      } else {
        assertThat(Verdict.of(line)).as(line).isEqualTo(Verdict.PASSED);
      }
    }
  }

  @Test
  void aBindingThatKeepsThemPassesAllStatements() throws Exception {
    assertThat(lines(new KeepingDb())).allMatch(line -> Verdict.of(line) == Verdict.PASSED);
  }

  @Test
  void aMissingKeyThatIsReadWithoutAnErrorIsFound() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          public Status read(
              String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            super.read(table, key, fields, result);
            return Status.OK;
          }
        };

    requireOnly(Verdict.FAILED, "{}", db, "a read of a missing", "a deleted", "a delete of");
  }

  @Test
  void anUpdateThatDropsFieldsIsFound() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          public Status update(String table, String key, Map<String, ByteIterator> values) {
            return insert(table, key, values);
          }
        };

    requireOnly(Verdict.FAILED, "the answer is OK {field1=c}", db, "an update sets");
  }

  @Test
  void anInsertThatIsRefusedAndDoneIsFound() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          public Status insert(String table, String key, Map<String, ByteIterator> values) {
            boolean isNew = !records.containsKey(key);
            super.insert(table, key, values);
            return isNew ? Status.OK : Status.BAD_REQUEST;
          }
        };

    requireOnly(
        Verdict.FAILED, "the answer is BAD_REQUEST {field1=c}", db, "an insert of an existing key");
  }

  @Test
  void aRefusalThatDoesNotPromiseNoChangeIsFound() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return records.containsKey(key) ? Status.ERROR : super.insert(table, key, values);
          }

          @Override
          public Status update(String table, String key, Map<String, ByteIterator> values) {
            return records.containsKey(key) ? super.update(table, key, values) : Status.NOT_FOUND;
          }
        };

    requireOnly(
        Verdict.FAILED,
        "ERROR does not promise that nothing was changed",
        db,
        "an insert of an existing key");
  }

  @Test
  void scansByNoOrderAreFound() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          @SuppressWarnings("NonApiType") // YCSB's interface
          public Status scan(
              String table,
              String start,
              int count,
              Set<String> fields,
              Vector<HashMap<String, ByteIterator>> result) {
            return super.scan(table, "", count, fields, result);
          }
        };

    requireOnly(Verdict.FAILED, "the answer is OK a null", db, "a scan");
  }

  @Test
  void whatABindingDoesNotHaveIsUnsupportedNotFailed() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          public Status delete(String table, String key) {
            return Status.NOT_IMPLEMENTED;
          }
        };

    requireOnly(Verdict.UNSUPPORTED, "UNSUPPORTED", db, "a deleted", "a delete of");
  }

  @Test
  void anExceptionFailsItsStatementOnly() throws Exception {
    DB db =
        new KeepingDb() {
          @Override
          public Status delete(String table, String key) {
            throw new IllegalStateException("no deletes");
          }
        };

    requireOnly(Verdict.FAILED, "no deletes", db, "a deleted", "a delete of");
  }
}
