package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.inThreads;
import static io.hybridycsb.ycsb.sql.TestClients.values;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What the bindings make of YCSB's operations. */
@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
abstract class RecordsContract extends SqlDbTests {
  private List<Map<String, String>> scan(String from, int count) {
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(client.scan(table, from, count, null, rows)).isEqualTo(Status.OK);
    return rows.stream().<Map<String, String>>map(StringByteIterator::getStringMap).toList();
  }

  @Test
  void anUpdateKeepsTheOtherFieldsAndAnInsertDoesNot() {
    assertThat(insert("user1", "a", "1", "b", "2")).isEqualTo(Status.OK);
    assertThat(update("user1", "b", "3")).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "1", "b", "3"));

    assertThat(insert("user1", "b", "4")).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("b", "4"));
  }

  @Test
  void anUpdateOfAnAbsentRecordMakesOne() {
    assertThat(update("user1", "b", "3")).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("b", "3"));
  }

  @Test
  void whatIsNotThereIsNotFoundEvenWhereThereIsNoTable() {
    assertThat(client.read(table, "none", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete(table, "none")).isEqualTo(Status.NOT_FOUND);
    assertThat(scan("", 10)).isEmpty();

    insert("some", "a", "1");
    assertThat(client.read(table, "none", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete(table, "none")).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete(table, "some")).isEqualTo(Status.OK);
    assertThat(client.read(table, "some", null, result)).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void scansGiveTheRecordsInTheOrderOfTheirKeysBytesFromTheirStart() {
    List<String> keys = List.of("A", "a", "a ", "a b", "b", "user10", "user9", "é", "\uD83D\uDE00");
    for (int i = keys.size() - 1; i >= 0; i--) {
      insert(keys.get(i), "place", "" + i);
    }

    assertThat(scan("", 100))
        .extracting(row -> row.get("place"))
        .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8");
    assertThat(scan("a ", 3)).extracting(row -> row.get("place")).containsExactly("2", "3", "4");
    assertThat(scan("a", 0)).isEmpty();
  }

  @Test
  void namesAndValuesMayHoldAnything() throws Exception {
    byte[] allBytes = new byte[256];
    for (int i = 0; i < allBytes.length; i++) {
      allBytes[i] = (byte) i;
    }
    String odd = "o\"d`d'; DROP TABLE x -- é";
    Map<String, ByteIterator> values = new HashMap<>();
    values.put(odd, new ByteArrayByteIterator(allBytes));
    values.put("empty", new ByteArrayByteIterator(new byte[0]));
    assertThat(client.insert(odd + table, odd, values)).isEqualTo(Status.OK);
    assertThat(client.update(odd + table, odd, values("version", "1", "select", "2")))
        .isEqualTo(Status.OK);

    assertThat(client.read(odd + table, odd, null, result)).isEqualTo(Status.OK);
    assertThat(result.get(odd).toArray()).isEqualTo(allBytes);
    assertThat(result.get("empty").toArray()).isEmpty();
    assertThat(result).containsOnlyKeys(odd, "empty", "version", "select");
  }

  @Test
  void aTableReadsAsOneExpectsInTheDatabase() throws SQLException {
    insert("user1", "field0", "hello");
    update("user1", "field1", "world");

    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT ycsb_key, ycsb_version, field0, field1 FROM " + table)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("user1");
      assertThat(rows.getLong(2)).isEqualTo(2);
      assertThat(new String(rows.getBytes(3), ISO_8859_1)).isEqualTo("hello");
      assertThat(new String(rows.getBytes(4), ISO_8859_1)).isEqualTo("world");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void aTableAndItsColumnsAreMadeByManyThreadsAtOnce() throws Exception {
    Queue<Status> statuses = new ConcurrentLinkedQueue<>();
    inThreads(
        16,
        thread -> {
          SqlDb own = connected(Map.of());
          statuses.add(own.insert(table, "user" + thread, values("a" + thread, "1")));
          statuses.add(own.update(table, "user" + thread, values("b" + thread % 4, "2")));
          own.cleanup();
        });

    assertThat(statuses).hasSize(32).containsOnly(Status.OK);
    for (int i = 0; i < 16; i++) {
      assertThat(read("user" + i)).isEqualTo(Map.of("a" + i, "1", "b" + i % 4, "2"));
    }
  }

  @Test
  void aFieldThatAnotherClientHasMadeIsRead() throws Exception {
    // So often that the driver has the server prepare the statement.
    for (int i = 0; i < 20; i++) {
      insert("user" + i % 2, "a", "1");
      read("user" + i % 2);
      scan("user", 10);
    }
    inThreads(
        1,
        thread -> {
          SqlDb other = connected(Map.of());
          assertThat(other.update(table, "user1", values("b", "2"))).isEqualTo(Status.OK);
          other.cleanup();
        });

    assertThat(read("user1")).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(scan("user1", 10)).containsExactly(Map.of("a", "1", "b", "2"));
    assertThat(insert("user1", "a", "3")).isEqualTo(Status.OK);
    assertThat(read("user1")).as("without the other's field").isEqualTo(Map.of("a", "3"));
  }

  @Test
  void concurrentUpdatesOfOneRecordAddUp() throws Exception {
    insert("user1", "a", "1");
    inThreads(
        8,
        thread -> {
          SqlDb own = connected(Map.of("retries", "1000"));
          for (int i = 0; i < 20; i++) {
            assertThat(own.update(table, "user1", values("f" + thread, "" + i)))
                .isEqualTo(Status.OK);
          }
          own.cleanup();
        });

    Map<String, String> expected = new HashMap<>(Map.of("a", "1"));
    for (int i = 0; i < 8; i++) {
      expected.put("f" + i, "19");
    }
    assertThat(read("user1")).isEqualTo(expected);
  }

  @Test
  void aWriteForWhichOthersLeaveNoRoomIsAbortedAndHasChangedNothing() throws Exception {
    insert("user1", "a", "1");
    reopen(Map.of("timeout.ms", SHORT_MS, "retries", "1"));
    try (Connection other = another()) {
      touch(other, "user1");
      assertThat(update("user1", "a", "2")).isEqualTo(Statuses.ABORTED);
      assertThat(client.delete(table, "user1")).isEqualTo(Statuses.ABORTED);
      other.rollback();
    }

    reopen(Map.of());
    assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
    assertThat(update("user1", "a", "3")).isEqualTo(Status.OK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ycsb_key", "ycsb_version", "YCSB_Version", "", "\0"})
  void aFieldOfANameThatTheTableNeedsItselfIsABadRequest(String name) {
    assertThat(insert("user1", name, "1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(client.read(table, "user1", null, result)).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void whatIsTooLongIsABadRequestAndNeverCutOff() {
    byte[] random = new byte[20_000];
    new Random(1).nextBytes(random);
    String longKey = new String(random, ISO_8859_1).replace("\0", "0");
    String longName = "n".repeat(65);
    insert("user1", "a", "1");

    assertThat(insert(longKey, "a", "1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(insert("user1", longName, "1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(client.insert(longName, "user1", values("a", "1"))).isEqualTo(Status.BAD_REQUEST);
    assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
  }
}
