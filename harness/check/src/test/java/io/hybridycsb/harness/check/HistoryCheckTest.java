package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryCheckTest {
  private static final int RECORDS = 60;

  /** Every third record has a stale read. */
  private static RunHistory history() {
    TestHistory history = TestHistory.of("p");
    for (int i = 0; i < RECORDS; i++) {
      String key = "k%02d".formatted(i);
      history.ok(0, 10, 11, "insert", key, "v1");
      history.ok(0, 20, 21, "update", key, "v2");
      history.ok(0, 30, 31, "read", key, i % 3 == 0 ? "v1" : "v2");
    }
    return history.ended().run();
  }

  private static CheckReport check(
      RunHistory history, int threads, HistoryCheck.Progress progress) {
    return new HistoryCheck(
            new LinearizabilityChecker(),
            Model.LINEARIZABLE,
            ScanModel.COMMITTED,
            true,
            threads,
            progress)
        .run(history);
  }

  @Test
  void severalThreadsFindWhatOneFinds() {
    CheckReport one = check(history(), 1, (done, all) -> {});
    CheckReport several = check(history(), 4, (done, all) -> {});

    assertThat(several.found().violated())
        .isEqualTo(one.found().violated())
        .hasSize(RECORDS / 3)
        .isSorted();
    assertThat(several.found().stale()).isEqualTo(one.found().stale());
    assertThat(several.weaker().models())
        .isEqualTo(one.weaker().models())
        .containsEntry(Model.COMMITTED, Status.HOLDS);
    assertThat(several.found().counterexamples()).isEqualTo(one.found().counterexamples());
  }

  @Test
  void noMoreThreadsThanAskedForSearch() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Set<Long> done = ConcurrentHashMap.newKeySet();

    check(
        history(),
        2,
        (count, all) -> {
          threads.add(Thread.currentThread());
          done.add(count);
          assertThat(all).isEqualTo(RECORDS);
        });

    assertThat(threads).hasSizeBetween(1, 2).doesNotContain(Thread.currentThread());
    assertThat(done).hasSize(RECORDS);
  }

  private static CheckReport check(TestHistory history) {
    return new HistoryCheck(
            new LinearizabilityChecker(),
            Model.LINEARIZABLE,
            ScanModel.COMMITTED,
            false,
            1,
            (done, all) -> {})
        .run(history.ended().run());
  }

  @Test
  void anInsertThatFailedDoesNotTellThatTheRecordWasAbsent() {
    TestHistory history =
        TestHistory.of("p")
            .call(0, 1, 2, "insert", "a", "ERROR", "1")
            .ok(0, 3, 4, "read", "a", "0");

    CheckReport report = check(history);

    assertThat(report.status()).isEqualTo(Status.HOLDS);
    assertThat(report.unknownAtFirst()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"OK, 1", "UNKNOWN, 1", "UNKNOWN, 0", "ERROR, 0"})
  void anInsertOfARecordThatWasFoundBeforeDoesNotTellThatItWasAbsent(String status, String later) {
    TestHistory history = TestHistory.of("p").ok(0, 1, 2, "read", "a", "0");
    history.call(0, 3, 4, "insert", "a", status, "1").ok(0, 5, 6, "read", "a", later);

    assertThat(check(history).status()).isEqualTo(Status.HOLDS);
  }

  @Test
  void aRecordThatIsInsertedFirstWasAbsentWhichTheCounterexampleSays() {
    TestHistory history = TestHistory.of("p").call(0, 1, 2, "read", "a", "NOT_FOUND", null);
    history.call(0, 3, 4, "insert", "a", "UNKNOWN", "1").ok(0, 5, 6, "read", "a", "0");
    TestHistory other = TestHistory.of("p").call(0, 3, 4, "insert", "a", "UNKNOWN", "1");
    other.ok(0, 5, 6, "read", "a", "0");
    String absence = "an insert in these files or --from-empty says that it was absent";

    assertThat(check(history).found().counterexamples())
        .singleElement()
        .matches(one -> !one.explanation().contains(absence));
    assertThat(check(other).found().counterexamples())
        .singleElement()
        .matches(one -> one.explanation().endsWith(absence + "."));
  }

  @Test
  void aSlashInATableOrKeyMakesNoOtherRecord() {
    String insert =
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"%s","key":"%s",\
        "status":"OK","fields":{"f":"%s"}}\
        """;
    TestHistory history =
        TestHistory.of("p").line(insert.formatted(1, 2, "insert", "t", "x/y", "1"));
    history.line(insert.formatted(3, 4, "insert", "t/x", "y", "2"));
    history.line(insert.formatted(5, 6, "insert", "t\\\\", "x/y", "3"));
    history.line(insert.formatted(7, 8, "read", "t", "x/y", "1"));

    CheckReport report = check(history);

    assertThat(report.status()).isEqualTo(Status.HOLDS);
    assertThat(report.records()).isEqualTo(3);
  }

  private static List<String> warnings(String... clocks) {
    TestHistory[] files = new TestHistory[clocks.length];
    for (int i = 0; i < clocks.length; i++) {
      String header = "{\"history\":1,\"process\":\"%d\",\"machine\":\"m\",%s}";
      files[i] = TestHistory.withHeader(header.formatted(i, clocks[i])).ended();
    }
    return CheckTexts.warnings(TestHistory.run(files));
  }

  @Test
  void filesWhoseTwoClocksDoNotAgreeAreWarnedOf() {
    String first = "\"begun_ns\":5000000000,\"wall_clock_ms\":1700000000000";

    assertThat(warnings(first, "\"begun_ns\":65000000000,\"wall_clock_ms\":1700000060999"))
        .isEmpty();
    assertThat(warnings(first, "\"begun_ns\":65000000000,\"wall_clock_ms\":1700000062000"))
        .singleElement()
        .asString()
        .startsWith("by these files' wall clocks their monotonic clocks are 2.0 s apart");
    assertThat(warnings(first, "\"begun_ns\":65000000000")).isEmpty();
  }

  @Test
  void aWriteThatWasOnlyAcceptedMayTakeEffectLater() {
    TestHistory history = TestHistory.of("p").ok(0, 1, 2, "insert", "a", "1");
    history.call(0, 3, 4, "update", "a", "BATCHED_OK", "2");
    history.ok(0, 5, 6, "read", "a", "1").ok(0, 50, 51, "read", "a", "2");

    assertThat(check(history).status()).isEqualTo(Status.HOLDS);
  }

  @Test
  void aValueThatWasThereAtFirstMayBeWrittenAgain() {
    TestHistory history = TestHistory.of("p").ok(0, 1, 51, "read", "a", "v");
    history.ok(1, 10, 20, "update", "a", "x").ok(2, 50, 60, "update", "a", "v");
    history.ok(3, 58, 59, "read", "a", "x").ok(0, 70, 71, "read", "a", "v");

    assertThat(check(history).status()).isEqualTo(Status.HOLDS);
  }

  @Test
  void onlyOneValueWasThereAtFirst() {
    TestHistory history = TestHistory.of("p").ok(0, 1, 2, "read", "a", "v");
    history.ok(0, 3, 4, "read", "a", "x").ok(0, 10, 20, "update", "a", "x");

    assertThat(check(history).status()).isEqualTo(Status.VIOLATED);
  }

  @Test
  void anAbsenceThatAScanShowsTellsSomethingUnlessScansNeedOnlyBeCommitted() {
    TestHistory history = TestHistory.of("p").ok(0, 1, 2, "insert", "a", "1");
    RunHistory run = history.scan(0, 3, 4, "a", 5).ended().run();

    assertThat(CheckTexts.provesNothing(run, ScanModel.READS)).isEmpty();
    assertThat(CheckTexts.provesNothing(run, ScanModel.COMMITTED)).isPresent();
  }
}
