package io.hybridycsb.harness.check;

import static io.hybridycsb.harness.check.history.ScanModel.COMMITTED;
import static io.hybridycsb.harness.check.history.ScanModel.READS;
import static io.hybridycsb.harness.check.history.ScanModel.SNAPSHOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScansTest {
  private final TestHistory history = TestHistory.of("p");

  /** Which scans these may be, where reads are of a model. */
  private List<ScanModel> keepsTo(Model model) {
    RunHistory run = history.ended().run();
    return Arrays.stream(ScanModel.values())
        .filter(scans -> check(run, model, scans).status() == Status.HOLDS)
        .toList();
  }

  private List<ScanModel> keepsTo() {
    return keepsTo(Model.LINEARIZABLE);
  }

  private static CheckReport check(RunHistory history, Model model, ScanModel scans) {
    return new HistoryCheck(new LinearizabilityChecker(), model, scans, false, 1, (done, all) -> {})
        .run(history);
  }

  /** Records a, b and c with 1, and then a and c with 2. */
  private ScansTest written() {
    history.ok(0, 1, 2, "insert", "a", "1").ok(0, 3, 4, "insert", "b", "1");
    history.ok(0, 5, 6, "insert", "c", "1");
    history.ok(0, 11, 12, "update", "a", "2").ok(0, 13, 14, "update", "c", "2");
    return this;
  }

  @Test
  void whatIsThereAtOneInstantKeepsToAll() {
    written();
    history.scan(1, 20, 21, "a", 3, "a=2", "b=1", "c=2");
    history.scan(1, 22, 23, "a", 2, "a=2", "b=1").scan(1, 24, 25, "b", 10, "b=1", "c=2");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
  }

  @Test
  void aRowThatNobodyWroteIsFound() {
    written();
    history.scan(1, 20, 21, "a", 3, "a=9", "b=1", "c=2");

    assertThat(keepsTo()).isEmpty();
  }

  @Test
  void aRowThatWasAbortedIsFound() {
    written();
    history.call(0, 15, 16, "update", "b", "ABORTED", "9");
    history.scan(1, 20, 21, "a", 3, "a=2", "b=9", "c=2");

    assertThat(keepsTo()).isEmpty();
    assertThat(
            check(history.run(), Model.COMMITTED, COMMITTED)
                .found()
                .counterexamples()
                .get(0)
                .explanation())
        .contains("The scan of client p/1 shows f=9")
        .contains("although its answer was that it failed");
  }

  @Test
  void aRowThatMixesTwoStatesIsFound() {
    String fields = "\"op\":\"%s\",\"table\":\"t\",\"key\":\"a\",\"status\":\"OK\",%s}";
    String insert = "\"fields\":{\"f\":\"%s\",\"g\":\"%s\"}";
    history.line(
        "{\"thread\":0,\"invoked_ns\":1,\"completed_ns\":2,"
            + fields.formatted("insert", insert.formatted("1", "1")));
    history.line(
        "{\"thread\":0,\"invoked_ns\":3,\"completed_ns\":9,"
            + fields.formatted("insert", insert.formatted("2", "2")));
    history.line(
        "{\"thread\":1,\"invoked_ns\":5,\"completed_ns\":6,"
            + fields.formatted(
                "scan",
                "\"count\":1,\"rows\":[{\"key\":\"a\"," + insert.formatted("2", "1") + "}]"));

    assertThat(keepsTo()).isEmpty();
  }

  @Test
  void aScanThatAskedForAFieldTellsNothingOfTheOthers() {
    history.ok(0, 1, 2, "insert", "a", "1");
    history.line(
        """
        {"thread":1,"invoked_ns":5,"completed_ns":6,"op":"scan","table":"t","key":"a",\
        "status":"OK","asked":["g"],"count":1,"rows":[{"key":"a","fields":{}}]}\
        """);

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
  }

  @Test
  void anOldRowIsCommittedButNoRead() {
    written();
    history.scan(1, 20, 21, "a", 3, "a=1", "b=1", "c=1");

    assertThat(keepsTo()).containsExactly(COMMITTED);
    assertThat(keepsTo(Model.SESSION)).containsExactly(COMMITTED, READS, SNAPSHOT);
    for (ScanModel scans : List.of(READS, SNAPSHOT)) {
      assertThat(CheckTexts.remarks(check(history.run(), Model.LINEARIZABLE, scans)))
          .contains("with --scans committed it is linearizable");
    }
  }

  @Test
  void noScansAreBlamedForOldReads() {
    written();
    history.scan(1, 20, 21, "a", 3, "a=1", "b=1", "c=2").ok(1, 22, 23, "read", "b", "9");

    assertThat(CheckTexts.remarks(check(history.ended().run(), Model.LINEARIZABLE, READS)))
        .noneMatch(line -> line.contains("--scans"));
  }

  @Test
  void aRowThatWasDeletedMayBeOldButIsNoRead() {
    history.ok(0, 1, 2, "insert", "a", "1").ok(0, 3, 4, "delete", "a", null);
    history.call(0, 5, 6, "read", "a", "NOT_FOUND", null).scan(0, 7, 8, "a", 10, "a=1");

    assertThat(keepsTo()).containsExactly(COMMITTED);
    assertThat(keepsTo(Model.SESSION)).containsExactly(COMMITTED);
  }

  @Test
  void rowsOfTwoStatesAreNoSnapshot() {
    written();
    history.scan(1, 20, 21, "a", 3, "a=1", "b=1", "c=2");

    assertThat(keepsTo(Model.SESSION)).containsExactly(COMMITTED, READS);
    CheckReport report = check(history.run(), Model.SESSION, SNAPSHOT);
    assertThat(report.found().violated()).isEmpty();
    assertThat(CheckTexts.verdict(report))
        .isEqualTo("NOT session with snapshots: the rows of 1 of 1 scan were never there together");
    assertThat(CheckTexts.remarks(report))
        .anyMatch(line -> line.contains("key t/c with f=2, which was not there until"))
        .anyMatch(line -> line.contains("key t/a with f=1, which was there no longer since"))
        .contains("with --scans reads it is session")
        .noneMatch(line -> line.contains("weaker"));
  }

  @Test
  void rowsThatWritesMeanwhileMayHaveMadeAreASnapshot() {
    history.ok(0, 1, 2, "insert", "a", "1").ok(0, 3, 4, "insert", "b", "1");
    history.ok(0, 11, 20, "update", "a", "2").ok(2, 12, 21, "update", "b", "2");
    history.scan(1, 10, 30, "a", 2, "a=1", "b=2");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
  }

  @Test
  void aRecordThatIsMissedIsNoRead() {
    written();
    history.scan(1, 20, 21, "a", 2, "a=2", "c=2");

    assertThat(keepsTo()).containsExactly(COMMITTED);
  }

  @Test
  void anAbsenceIsOfTheSameInstantAsTheRows() {
    written();
    history.scan(1, 20, 21, "a", 2, "a=1", "c=2");

    assertThat(keepsTo(Model.SESSION)).containsExactly(COMMITTED, READS);
  }

  @Test
  void behindTheLastRowOfAFullScanNothingIsMissed() {
    written();
    history.scan(1, 20, 21, "a", 2, "a=2", "b=1");
    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);

    history.scan(1, 22, 23, "a", 3, "a=2", "b=1");
    assertThat(keepsTo()).containsExactly(COMMITTED);
  }

  @Test
  void scansInAnotherOrderMissNothingAndAWarningSaysSo() {
    written();
    history.scan(1, 20, 21, "a", 2, "c=2", "a=2").scan(1, 22, 23, "b", 1, "c=2");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
    assertThat(CheckTexts.warnings(history.run(), READS))
        .singleElement()
        .asString()
        .contains("scans of table t are not in the order of their keys' bytes");
    assertThat(CheckTexts.warnings(history.run(), COMMITTED)).isEmpty();
  }

  private void scanAnswered(long from, long to, String key, String more, String... rows) {
    String found =
        Arrays.stream(rows)
            .map("{\"key\":\"%s\",\"fields\":{\"f\":\"1\"}}"::formatted)
            .collect(Collectors.joining(","));
    history.line(
        """
        {"thread":1,"invoked_ns":%d,"completed_ns":%d,"op":"scan","table":"t","key":"%s",\
        "status":"OK",%s,"rows":[%s]}\
        """
            .formatted(from, to, key, more, found));
  }

  @Test
  void recordsOfOtherTablesAreNotMissed() {
    written();
    history.line(
        """
        {"thread":0,"invoked_ns":15,"completed_ns":16,"op":"insert","table":"u","key":"b1",\
        "status":"OK","fields":{"f":"1"}}\
        """);
    history.scan(1, 20, 21, "b", 9, "b=1", "c=2");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
  }

  @Test
  void recordsThatComeOrGoMeanwhileMayBeMissed() {
    history.ok(0, 1, 2, "insert", "a", "1").ok(0, 3, 4, "insert", "b", "1");
    history.ok(0, 10, 30, "insert", "c", "1").ok(2, 10, 30, "delete", "b", null);
    history.call(3, 5, 6, "insert", "d", "UNKNOWN", "1").scan(1, 15, 20, "a", 9, "a=1");
    history.scan(1, 40, 41, "a", 9, "a=1", "c=1", "d=1");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
  }

  @Test
  void aScanWithoutRowsMissesAllFromItsStartOn() {
    written();
    history.scan(1, 20, 21, "d", 9).scan(1, 22, 23, "cc", 9);
    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);

    history.scan(1, 24, 25, "c", 9);
    assertThat(keepsTo()).containsExactly(COMMITTED);
  }

  @Test
  void aScanThatAskedForFieldsMissesRecordsAsAnyOther() {
    history.ok(0, 1, 2, "insert", "a", "1").ok(0, 3, 4, "insert", "b", "1");
    scanAnswered(5, 6, "a", "\"asked\":[\"f\"],\"count\":9", "a", "b");
    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);

    scanAnswered(7, 8, "a", "\"asked\":[\"f\"],\"count\":9", "b");
    assertThat(keepsTo()).containsExactly(COMMITTED);
  }

  @Test
  void keysAreInTheOrderOfTheirBytesWhateverTheirCharacters() {
    String[] keys = {"a", "z", "\u00e4", "\uff5e", "\ud83d\ude00"};
    for (int i = 0; i < keys.length; i++) {
      history.ok(0, 2 * i + 1, 2 * i + 2, "insert", keys[i], "1");
    }
    scanAnswered(20, 21, "a", "\"count\":9", keys);
    scanAnswered(22, 23, "z", "\"count\":2", "z", "\u00e4");
    scanAnswered(24, 25, "\uff5e", "\"count\":9", "\uff5e", "\ud83d\ude00");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
    assertThat(CheckTexts.warnings(history.run(), READS)).isEmpty();
  }

  @Test
  void whatAKilledClientHasInsertedMayHaveBeenMissedBefore() {
    history.ok(0, 1, 2, "insert", "a", "1");
    TestHistory killed = TestHistory.of("killed").ok(0, 1, 2, "read", "a", "1");
    history.scan(1, 3, 4, "a", 9, "a=1").scan(1, 5, 6, "a", 9, "a=1", "k=7");
    history.scan(1, 7, 8, "a", 9, "a=1", "k=7");

    RunHistory run = TestHistory.run(history.ended(), killed);
    for (ScanModel scans : ScanModel.values()) {
      assertThat(check(run, Model.LINEARIZABLE, scans).status()).isEqualTo(Status.HOLDS);
    }
  }

  @Test
  void rowsCountAsSeenOnlyIfTheyAreReads() {
    written();
    history.scan(1, 20, 21, "c", 1, "c=2").ok(1, 22, 23, "read", "a", "1");

    assertThat(keepsTo(Model.SESSION)).containsExactly(COMMITTED);
  }

  @Test
  void rowsAndAbsencesAreCounted() {
    written();
    history.scan(1, 20, 21, "a", 2, "a=2", "c=2");
    history.line(
        """
        {"thread":1,"invoked_ns":25,"completed_ns":26,"op":"scan","table":"t","key":"a",\
        "status":"ERROR","count":1,"rows":[]}\
        """);

    assertThat(CheckTexts.counts(history.run(), READS))
        .anyMatch(line -> line.endsWith("skipped: 0 failed reads, 1 failed scan"))
        .contains("1 scan found 2 rows and 1 absence, checked as reads");
    assertThat(CheckTexts.counts(history.run(), COMMITTED))
        .contains("1 scan found 2 rows, checked as committed");
  }

  @Test
  void theWeakerModelHoldsApartFromScansOfTwoStates() {
    TestHistory two = TestHistory.of("p").ok(0, 1, 2, "insert", "a", "1");
    two.ok(0, 3, 4, "insert", "b", "1").ok(0, 10, 11, "update", "a", "2");
    two.ok(0, 20, 21, "update", "b", "2").scan(1, 5, 50, "a", 5, "a=1", "b=2");
    two.ok(2, 60, 61, "read", "a", "1").ended();

    assertThat(CheckTexts.remarks(check(two.run(), Model.LINEARIZABLE, SNAPSHOT)))
        .contains("apart from such scans, it keeps to the weaker model: session");
  }
}
