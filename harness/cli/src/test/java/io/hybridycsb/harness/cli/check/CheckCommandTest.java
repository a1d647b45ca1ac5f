package io.hybridycsb.harness.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CheckCommandTest extends OperationsFixture {
  @Test
  void aGoodHistoryIsCountedAndPasses() throws Exception {
    inserted().updated("OK", "a2").updated("ABORTED", "a3").updated("UNKNOWN", "a4").read("a2");
    called("scan", "ERROR", "").called("read", "ERROR", "").read("a4");

    assertThat(check(history("p"))).isZero();

    assertThat(out.toString())
        .contains("8 operations on 1 record by 1 client in one process")
        .contains(
            "1 write of unknown outcome, 1 without effect; skipped: 1 failed read, 1 failed scan")
        .contains("linearizable: an order explains the operations on each of 1 record");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aStaleReadIsFound() throws Exception {
    inserted().updated("OK", "a2").read("a1");
    assertViolated(
        "The read of client p/0 shows a=a1 although the write of a=a2",
        "stale: 1 of 1 read, showing",
        "it is not even session",
        "it keeps to the weaker model: committed");
  }

  @Test
  void aClientThatReadsTheSameOldValueAgainKeepsToSessions() throws Exception {
    inserted();
    called(1, "update", "OK", "\"a\":\"a2\"", now + 1, now + 2);
    called(2, "read", "OK", "\"a\":\"a1\",\"b\":\"b1\"", now + 1, now + 2);
    called(2, "read", "OK", "\"a\":\"a1\",\"b\":\"b1\"", now + 1, now + 2);
    assertViolated("it keeps to the weaker model: session");
  }

  @Test
  void aClientThatReadsAnOlderValueThanBeforeBreaksItsSession() throws Exception {
    inserted();
    called(1, "update", "OK", "\"a\":\"a2\"", now + 1, now + 2);
    called(2, "read", "OK", "\"a\":\"a2\",\"b\":\"b1\"", now + 1, now + 2);
    called(2, "read", "OK", "\"a\":\"a1\",\"b\":\"b1\"", now + 1, now + 2);
    assertViolated("it is not even session", "it keeps to the weaker model: committed");
  }

  @Test
  void aStaleReadOfAnotherClientKeepsToSessions() throws Exception {
    inserted().updated("OK", "a2");
    called(1, "read", "OK", "\"a\":\"a1\",\"b\":\"b1\"", now + 1, now + 2);
    Path history = history("p");
    assertThat(check(history)).isEqualTo(1);
    assertThat(out.toString()).contains("it keeps to the weaker model: session");
    assertThat(check("--model", "session", history)).isZero();
  }

  @Test
  void aLostUpdateOfAnotherFieldIsFound() throws Exception {
    inserted();
    called(0, "update", "OK", "\"a\":\"a2\"", 10, 20);
    called(1, "update", "OK", "\"b\":\"b2\"", 10, 20);
    called("read", "OK", "\"a\":\"a1\",\"b\":\"b2\"");
    assertViolated("shows a=a1 although the write of a=a2");
  }

  @Test
  void aTornReadIsFound() throws Exception {
    called("insert", "OK", "\"a\":\"a1\",\"b\":\"b1\"");
    called(0, "insert", "OK", "\"a\":\"a2\",\"b\":\"b2\"", 10, 40);
    called(1, "read", "OK", "\"a\":\"a2\",\"b\":\"b1\"", 20, 30);
    assertViolated("No order in which each of these operations");
  }

  @Test
  void aReadOfAFailedWriteIsFound() throws Exception {
    inserted().updated("ABORTED", "a2").read("a2");
    assertViolated("although its answer was that it failed");
  }

  @Test
  void aReadOfAValueThatNobodyWroteIsFound() throws Exception {
    inserted().read("a9");
    assertViolated("shows a=a9, which no operation has written");
  }

  @Test
  void aDeletedRecordThatComesBackIsFound() throws Exception {
    inserted().called("delete", "OK", "").called("read", "NOT_FOUND", "").read("a1");
    assertViolated("although the delete of client p/0");
  }

  @Test
  void aDeletedRecordThatAScanShowsIsFoundUnlessScansNeedOnlyBeCommitted() throws Exception {
    inserted().called("delete", "OK", "").called("read", "NOT_FOUND", "");
    Path history =
        scanned(",\"count\":9", "{\"key\":\"k\",\"fields\":{\"a\":\"a1\",\"b\":\"b1\"}}")
            .history("p");

    assertThat(check(history)).isEqualTo(1);
    assertThat(out.toString())
        .contains("1 scan found 1 row and 0 absences, checked as reads")
        .contains("with --scans committed it is linearizable");
    assertThat(check("--scans", "committed", history)).isZero();
  }

  @Test
  void aScanThatDoesNotSayHowManyItAskedForMissesNothingBehindItsLastRow() throws Exception {
    inserted().scanned("", "");
    assertThat(check(read("a1").history("p"))).isZero();
    assertThat(out.toString()).contains("1 scan found 0 rows and 0 absences");

    inserted().scanned("", "{\"key\":\"z\",\"fields\":{}}");
    assertThat(check(history("q"))).isEqualTo(1);
    assertThat(out.toString()).contains("1 scan found 1 row and 1 absence");
  }

  @Test
  void anAcknowledgedRecordThatIsNotFoundIsFound() throws Exception {
    inserted().called("read", "NOT_FOUND", "");
    assertViolated("shows nothing although the write of");
  }

  @Test
  void anUpdateThatFindsNoRecordHasSeenThatThereIsNone() throws Exception {
    inserted().called("update", "NOT_FOUND", "\"a\":\"a2\"");
    assertViolated("shows nothing although");
  }

  @Test
  void readsThatGoBackAreFound() throws Exception {
    inserted();
    called(0, "update", "OK", "\"a\":\"a2\"", 10, 100);
    called(1, "read", "OK", "\"a\":\"a2\",\"b\":\"b1\"", 20, 30);
    called(2, "read", "OK", "\"a\":\"a1\",\"b\":\"b1\"", 40, 50);
    assertViolated("had already shown the newer a=a2", "it keeps to the weaker model: session");
  }

  @Test
  void anUnknownWriteThatWasSeenMayNotVanish() throws Exception {
    inserted().updated("UNKNOWN", "a2").read("a2").read("a1");
    assertViolated("(outcome unknown)", "had already shown the newer a=a2");
  }

  @Test
  void whatARunFindsWithoutItsLoadMayHaveBeenThere() throws Exception {
    read("a1").updated("OK", "a2").read("a2");
    Path history = history("p");
    assertThat(check(history)).isZero();
    assertThat(out.toString())
        .contains("1 record of 1 may have held anything at first: nothing here inserts it\n");
    assertThat(check("--from-empty", history)).isEqualTo(1);
  }

  @Test
  void historiesOfSeveralProcessesAreOne() throws Exception {
    Path load = inserted().history("load");
    Path one = updated("OK", "a2").read("a2").history("one");
    Path two = read("a1").history("two");
    assertThat(check(load, one)).isZero();
    assertThat(check(load, one, two)).isEqualTo(1);
    assertThat(out.toString()).contains("3 clients in 3 processes");
  }

  @Test
  void aSearchThatIsGivenUpHasNotPassed() throws Exception {
    inserted();
    for (int thread = 0; thread < 12; thread++) {
      called(thread, "update", "OK", "\"a\":\"u%d\"".formatted(thread), 10, 100);
    }
    read("u3").read("u4");
    Path history = history("p");
    assertThat(check("--configurations", 20, history)).isEqualTo(3);
    assertThat(out.toString())
        .contains("UNDECIDED whether linearizable: the search was given up on 1 of 1 record")
        .contains(
            "undecided: 1 of 1 record: t/k; their steps were used up, raise --configurations");
    assertThat(out.toString()).doesNotContain("an order explains");
  }

  @Test
  void aViolationIsDrawnOnAPageOfItsOwn() throws Exception {
    inserted().updated("OK", "<a2>").read("a1");
    Path page = dir.resolve("page.html");
    assertThat(check("--html", page, history("p"))).isEqualTo(1);
    assertThat(Files.readString(page))
        .contains("<svg", "NOT linearizable", "a=&lt;a2&gt;", "class=\"read wrong\"")
        .doesNotContain("<a2>", "http", "src=");
    assertThat(out.toString()).contains("timeline: " + page);
  }

  @Test
  void whatIsMisunderstoodExitsWithStatus2() throws Exception {
    Path history = read("a1").history("p");
    assertThat(check()).isEqualTo(2);
    assertThat(check("--model", "eventual", history)).isEqualTo(2);
    assertThat(check("--seconds", 0, history)).isEqualTo(2);
    assertThat(check("--threads", 0, history)).isEqualTo(2);
    assertThat(check("--html", dir.resolve("absent/page.html"), history)).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "no model 'eventual'; there are linearizable, process-session, session, committed, strictly")
        .contains("no such directory", "--threads is 1 to 1024")
        .doesNotContain("\tat ");
  }

  @Test
  void aViolationIsFoundEvenIfAllValuesAreEqual() throws Exception {
    inserted().updated("OK", "a1").called("read", "NOT_FOUND", "");
    assertViolated("shows nothing although");
  }
}
