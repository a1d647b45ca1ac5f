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
import io.hybridycsb.harness.check.linearizability.Model;
import java.util.Arrays;
import java.util.List;
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
            check(history.run(), Model.COMMITTED, COMMITTED).counterexamples().get(0).explanation())
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
        "status":"OK","asked":["g"],"count":1,"rows":[{"key":"a","fields":{}}]}""");

    assertThat(keepsTo()).containsExactly(COMMITTED, READS, SNAPSHOT);
  }

  @Test
  void anOldRowIsCommittedButNoRead() {
    written();
    history.scan(1, 20, 21, "a", 3, "a=1", "b=1", "c=1");

    assertThat(keepsTo()).containsExactly(COMMITTED);
    assertThat(keepsTo(Model.SESSION)).containsExactly(COMMITTED, READS, SNAPSHOT);
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
    assertThat(report.violated()).isEmpty();
    assertThat(CheckTexts.verdict(report))
        .isEqualTo("NOT session with snapshots: the rows of 1 of 1 scan were never there together");
    assertThat(CheckTexts.remarks(report))
        .anyMatch(line -> line.contains("key t/c with f=2, which was not there until"))
        .anyMatch(line -> line.contains("key t/a with f=1, which was there no longer since"))
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
        "status":"ERROR","count":1,"rows":[]}""");

    assertThat(CheckTexts.counts(history.run(), READS))
        .anyMatch(line -> line.endsWith("skipped: 0 failed reads, 1 failed scan"))
        .contains("1 scan found 2 rows and 1 absence, checked as reads");
    assertThat(CheckTexts.counts(history.run(), COMMITTED))
        .contains("1 scan found 2 rows, checked as committed");
  }
}
