package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the checker believes that clients have written and not recorded before they were killed. */
class KilledClientsTest {
  private static CheckReport check(RunHistory history) {
    return check(history, 1);
  }

  private static CheckReport check(RunHistory history, int threads) {
    return new HistoryCheck(
            new LinearizabilityChecker(),
            Model.LINEARIZABLE,
            ScanModel.COMMITTED,
            false,
            threads,
            (done, all) -> {})
        .run(history);
  }

  private static void assertHolds(long assumed, long possible, TestHistory... processes) {
    CheckReport report = check(TestHistory.run(processes));
    assertThat(report.status()).isEqualTo(Status.HOLDS);
    assertThat(report.unrecorded().assumed()).isEqualTo(assumed);
    assertThat(report.unrecorded().possible()).isEqualTo(possible);
    assertThat(report.unrecorded().lacking()).isZero();
  }

  private static void assertViolated(long assumed, long lacking, TestHistory... processes) {
    CheckReport report = check(TestHistory.run(processes));
    assertThat(report.status()).isEqualTo(Status.VIOLATED);
    assertThat(report.unrecorded().assumed()).isEqualTo(assumed);
    assertThat(report.unrecorded().lacking()).isEqualTo(lacking);
    assertThat(CheckTexts.remarks(report))
        .anyMatch(line -> line.endsWith(lacking + " more, which no thread can have made"));
  }

  /** A process with records "a" and "b", of value 1. */
  private static TestHistory load() {
    return TestHistory.of("load")
        .ok(0, 1, 2, "insert", "a", "1")
        .ok(0, 3, 4, "insert", "b", "1")
        .ended();
  }

  /** A killed process whose threads have ended an update of "b" at these times. */
  private static TestHistory killed(String process, long... ends) {
    TestHistory history = TestHistory.of(process);
    for (int thread = 0; thread < ends.length; thread++) {
      history.ok(thread, 5, ends[thread], "update", "b", process + thread);
    }
    return history;
  }

  private static TestHistory reader() {
    return TestHistory.of("reader");
  }

  @Test
  void aThreadThatReadValuesOutOfNowhereHasNotWrittenThemMeanwhile() {
    TestHistory killed = TestHistory.of("p").ok(0, 1, 2, "insert", "a", "1");
    for (int i = 1; i < 300; i++) {
      killed.ok(0, i * 10, i * 10 + 5, "read", "a", "g" + i);
    }

    assertViolated(0, 299, killed);
  }

  @Test
  void aValueReadBeforeEachThreadsLastAnswerIsNotOfTheKilledClient() {
    TestHistory killed = TestHistory.of("p").ok(0, 1, 2, "insert", "a", "1");
    killed.ok(1, 3, 4, "read", "a", "77");
    killed.ok(0, 1000, 1005, "read", "a", "77");
    killed.ok(1, 1050, 1055, "read", "a", "77");

    assertViolated(0, 1, killed);
    assertThat(check(killed.run()).found().counterexamples().get(0).explanation())
        .contains("shows f=77, which no operation has written");
  }

  @Test
  void aThreadsUnrecordedWriteMayBeReadAfterItsLastAnswer() {
    TestHistory reader = reader().ok(0, 12, 13, "read", "a", "77").ended();

    assertHolds(1, 1, load(), killed("p", 10), reader);
  }

  @Test
  void anotherThreadOfTheKilledClientMayReadIt() {
    TestHistory killed = killed("p", 10, 8).ok(1, 20, 21, "read", "a", "77");

    assertHolds(1, 2, load(), killed);
  }

  @Test
  void aThreadHasMadeOneUnrecordedWriteAtMost() {
    TestHistory reader =
        reader().ok(0, 12, 13, "read", "a", "77").ok(0, 14, 15, "read", "a", "78").ended();

    assertViolated(1, 1, load(), killed("p", 10), reader);
    assertHolds(2, 2, load(), killed("p", 10, 11), reader);
  }

  @Test
  void twoRecordsAreNotOfOneWrite() {
    TestHistory reader =
        reader().ok(0, 12, 13, "read", "a", "77").ok(0, 14, 15, "read", "b", "78").ended();

    assertViolated(1, 1, load(), killed("p", 10), reader);
    assertHolds(2, 2, load(), killed("p", 10), killed("q", 11), reader);
  }

  @Test
  void aThreadWithoutALineCountsIfTheHeaderCountsIt() {
    TestHistory killed =
        TestHistory.withHeader(
            """
            {"history":1,"process":"p","machine":"m","begun_ns":9,"threads":2}\
            """);
    TestHistory reader =
        reader().ok(0, 12, 13, "read", "a", "77").ok(0, 14, 15, "read", "a", "78").ended();

    assertHolds(2, 2, load(), killed, reader);
  }

  @Test
  void theFieldsOfARecordMayBeOfOneWrite() {
    String read =
        """
        {"thread":0,"invoked_ns":12,"completed_ns":13,"op":"read","table":"t","key":"a",\
        "status":"OK","fields":{"f":"7","g":"8","h":"9"}}\
        """;

    assertHolds(1, 1, load(), killed("p", 10), reader().line(read).ended());
  }

  @Test
  void whatMayHaveBeenThereAtFirstNeedsNoThread() {
    TestHistory reader = reader();
    for (int i = 0; i < 20; i++) {
      reader.ok(0, 20 + 2 * i, 21 + 2 * i, "read", "k" + i, "loaded" + i);
    }
    reader.ok(0, 90, 91, "read", "k7", "77");

    assertHolds(1, 1, killed("p", 10), reader.ended());
    assertViolated(1, 1, killed("p", 10), reader.ok(0, 92, 93, "read", "k8", "78").ended());
  }

  @Test
  void whatMayHaveBeenThereAtFirstMayBeOfTheKilledClientToo() {
    TestHistory reader = reader().ok(0, 12, 13, "update", "a", "2");
    reader.ok(0, 14, 15, "read", "a", "2").ok(0, 16, 17, "read", "a", "77").ended();

    assertHolds(1, 1, killed("p", 10), reader);
  }

  /** A record that nobody inserts, with value "i", then 2, and then "i" again. */
  private static void addLostUpdate(TestHistory reader, String key) {
    reader.ok(0, 20, 21, "read", key, "i").ok(0, 22, 23, "update", key, "2");
    reader.ok(0, 24, 25, "read", key, "i");
  }

  @Test
  void eachRecordWithALostUpdateNeedsAThread() {
    TestHistory reader = reader();
    addLostUpdate(reader, "c");
    addLostUpdate(reader, "d");

    assertHolds(2, 2, killed("p", 10, 11), reader.ended());
    CheckReport report = check(TestHistory.run(killed("p", 10), reader));
    assertThat(report.found().violated()).containsExactly("t/d");
    assertThat(report.found().counterexamples().get(0).explanation())
        .contains("shows f=i although the write of f=2");
    assertViolated(1, 1, killed("p", 10), reader);
  }

  @Test
  void aLostUpdateBeforeAnyThreadWasIdleIsNotOfAKilledClient() {
    TestHistory reader = reader();
    addLostUpdate(reader, "c");

    CheckReport report = check(TestHistory.run(killed("p", 26), reader.ended()));
    assertThat(report.status()).isEqualTo(Status.VIOLATED);
    assertThat(report.unrecorded().assumed()).isZero();
  }

  @Test
  void aValueThatFollowsAnAbsenceWasNotThereAtFirst() {
    TestHistory reader = reader();
    for (String key : List.of("c", "d")) {
      reader.call(0, 20, 21, "read", key, "NOT_FOUND", null).ok(0, 22, 23, "read", key, "g" + key);
    }

    assertHolds(2, 2, killed("p", 10, 11), reader.ended());
    assertViolated(1, 1, killed("p", 10), reader);
  }

  @Test
  void ofTwoValuesEitherMayHaveBeenThereAtFirst() {
    TestHistory second = TestHistory.of("q").ok(0, 12, 18, "read", "c", "k").ended();
    TestHistory first = reader().ok(0, 13, 14, "read", "c", "i").ok(0, 19, 20, "read", "c", "i");
    assertHolds(1, 1, killed("p", 10), first.ended(), second);

    TestHistory changing = reader().ok(0, 12, 13, "read", "c", "i");
    changing.ok(0, 14, 15, "read", "c", "k").ok(0, 16, 17, "read", "c", "i").ended();
    assertViolated(1, 1, killed("p", 10), changing);
    assertHolds(2, 2, killed("p", 10, 11), changing);
  }

  /** YCSB tries a failed insert again, with the same values. */
  @ParameterizedTest
  @ValueSource(strings = {"ABORTED", "UNKNOWN"})
  void theLastRecordedWriteOfAKilledThreadMayHaveBeenRepeated(String status) {
    TestHistory killed = TestHistory.of("p").call(0, 5, 6, "insert", "c", status, "v");
    TestHistory reader = reader().call(0, 7, 8, "read", "c", "NOT_FOUND", null);
    reader.ok(0, 9, 10, "insert", "c", "w").ok(0, 11, 12, "read", "c", "w");
    reader.ok(0, 13, 14, "read", "c", "v").ended();

    assertHolds(status.equals("ABORTED") ? 1 : 0, 1, killed, reader);
    CheckReport report = check(TestHistory.run(killed.ended(), reader));
    assertThat(report.status() == Status.HOLDS).isEqualTo(status.equals("UNKNOWN"));
  }

  @Test
  void aRecordsVerdictDoesNotDependOnTheThreadsThatSearch() {
    TestHistory reader = reader();
    for (int i = 0; i < 40; i++) {
      addLostUpdate(reader, "c%02d".formatted(i));
    }
    RunHistory history = TestHistory.run(killed("p", 10, 11, 12), reader.ended());
    CheckReport report = check(history, 4);

    assertThat(report.found().violated())
        .isEqualTo(check(history, 1).found().violated())
        .hasSize(37);
    assertThat(report.unrecorded().assumed()).isEqualTo(3);
  }

  @Test
  void withoutAKilledClientNothingIsAssumed() {
    CheckReport report =
        check(TestHistory.run(load(), reader().ok(0, 5, 6, "read", "a", "7").ended()));

    assertThat(report.status()).isEqualTo(Status.VIOLATED);
    assertThat(CheckTexts.remarks(report)).noneMatch(line -> line.contains("killed"));
  }

  /** Three threads of one client may each lose its last call; a fourth one is of another. */
  @Property(tries = 60)
  void aGoodHistoryStaysGoodWhereverItsClientIsKilled(@ForAll long seed) {
    Random random = new Random(seed);
    List<List<String>> threads = goodHistory(random);
    TestHistory killed =
        TestHistory.withHeader(
            """
            {"history":1,"process":"p","machine":"m","begun_ns":0,"threads":3}\
            """);
    TestHistory whole = TestHistory.of("q");
    threads.remove(3).forEach(whole::line);
    for (List<String> calls : threads) {
      int lost = random.nextInt(Math.min(2, calls.size() + 1));
      calls.subList(0, calls.size() - lost).forEach(killed::line);
    }

    assertThat(check(TestHistory.run(killed, whole.ended())).status()).isEqualTo(Status.HOLDS);
  }

  /** Calls of four threads on two records, each of which takes effect between its times. */
  private static List<List<String>> goodHistory(Random random) {
    List<List<String>> threads =
        new ArrayList<>(Stream.generate(() -> new ArrayList<String>()).limit(4).toList());
    Map<String, String> loaded = random.nextBoolean() ? Map.of("f", "1", "g", "2") : Map.of();
    List<Map<String, String>> records = List.of(new TreeMap<>(loaded), new TreeMap<>(loaded));
    long[] endsNs = new long[4];
    for (long effectNs = 10; effectNs < 300; effectNs += 10) {
      int thread = random.nextInt(4);
      if (endsNs[thread] < effectNs) {
        long beginNs = Math.max(endsNs[thread] + 1, effectNs - random.nextInt(30));
        endsNs[thread] = effectNs + 1 + random.nextInt(30);
        int key = random.nextInt(2);
        Map<String, String> record = records.get(key);
        String op = record.isEmpty() ? "insert" : random.nextBoolean() ? "update" : "read";
        Map<String, String> fields = new TreeMap<>(op.equals("read") ? record : Map.of());
        for (String field : List.of("f", "g")) {
          if (op.equals("insert") || (op.equals("update") && random.nextBoolean())) {
            fields.put(field, field + effectNs);
          }
        }
        record.putAll(fields);
        threads.get(thread).add(line(thread, beginNs, endsNs[thread], op, key, fields));
      }
    }
    return threads;
  }

  private static String line(
      int thread, long from, long to, String op, int key, Map<String, String> fields) {
    return """
    {"thread":%d,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t","key":"%d",\
    "status":"OK","fields":{%s}}\
    """
        .formatted(
            thread,
            from,
            to,
            op,
            key,
            fields.entrySet().stream()
                .map(field -> "\"%s\":\"%s\"".formatted(field.getKey(), field.getValue()))
                .collect(Collectors.joining(",")));
  }
}
