package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest extends CommandFixture {
  @TempDir private Path dir;
  private final List<String> lines = new ArrayList<>();
  private long now;

  private int check(Object... arguments) {
    return hybrid(Stream.concat(Stream.of("check"), Stream.of(arguments)).toArray());
  }

  /** A call of thread 0 after all before it. */
  private CheckCommandTest called(String op, String status, String fields) {
    return called(0, op, status, fields, ++now, ++now);
  }

  private CheckCommandTest called(
      int thread, String op, String status, String fields, long from, long to) {
    lines.add(
        """
        {"thread":%d,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t","key":"k",\
        "status":"%s","fields":{%s}}"""
            .formatted(thread, from, to, op, status, fields));
    now = Math.max(now, to);
    return this;
  }

  private CheckCommandTest inserted() {
    return called("insert", "OK", "\"a\":\"a1\",\"b\":\"b1\"");
  }

  private CheckCommandTest updated(String status, String a) {
    return called("update", status, "\"a\":\"%s\"".formatted(a));
  }

  private CheckCommandTest read(String a) {
    return called("read", "OK", "\"a\":\"%s\",\"b\":\"b1\"".formatted(a));
  }

  private Path killed(String process) throws IOException {
    Path file = dir.resolve(process + ".jsonl");
    List<String> all = new ArrayList<>();
    all.add(header(process, "m"));
    all.addAll(lines);
    lines.clear();
    Files.write(file, all);
    return file;
  }

  private static String header(String process, String machine) {
    return """
    {"history":1,"process":"%s","machine":"%s","begun_ns":0,"wall_clock_ms":0}"""
        .formatted(process, machine);
  }

  private Path history(String process) throws IOException {
    lines.add("{\"ended_ns\":%d}".formatted(++now));
    return killed(process);
  }

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

  private void assertViolated(String... sentences) throws IOException {
    assertThat(check(history("p"))).isEqualTo(1);
    assertThat(out.toString()).contains("NOT linearizable").contains("1 of 1 record: t/k");
    assertThat(out.toString()).contains(sentences);
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

  private CheckCommandTest scanned(String count, String rows) {
    lines.add(
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"scan","table":"t","key":"a",\
        "status":"OK"%s,"rows":[%s]}"""
            .formatted(++now, ++now, count, rows));
    return this;
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
  void theLastLineOfAKilledClientMayBeDamaged() throws Exception {
    inserted();
    Path killed = killed("killed");
    Files.writeString(killed, Files.readString(killed) + "{\"thread\":1,\"invoked");
    Path other = read("a7").history("other");

    assertThat(check(killed, other)).isZero();

    assertThat(err.toString())
        .contains(killed + ", line 3, the last one, is not whole: that call counts as unrecorded")
        .contains(killed + " was not closed, its client was killed");
    assertThat(out.toString())
        .contains(
            "killed clients may have made 1 write that they have not recorded, at most one in each"
                + " thread; 1 is assumed");
  }

  @Test
  void anyOtherDamageIsNamedWithItsLine() throws Exception {
    inserted();
    lines.add("{\"thread\":");
    read("a1");
    assertThat(check(history("p"))).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo("hybrid: %s, line 3: not JSON%n".formatted(dir.resolve("p.jsonl")));
  }

  @Test
  void aLineWithoutWhatItNeedsIsDamage() throws Exception {
    inserted();
    lines.add("{\"thread\":0,\"invoked_ns\":5,\"completed_ns\":6,\"op\":\"jump\"}");
    assertThat(check(history("p"))).isEqualTo(2);
    lines.add("{\"thread\":0,\"op\":\"read\",\"invoked_ns\":5,\"completed_ns\":4}");
    assertThat(check(history("q"))).isEqualTo(2);
    lines.add("{\"thread\":0,\"op\":\"read\"}");
    assertThat(check(history("r"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("p.jsonl, line 3: unknown op 'jump'")
        .contains("q.jsonl, line 2: completed_ns is before invoked_ns")
        .contains("r.jsonl, line 2: no number \"invoked_ns\"");
  }

  @Test
  void whatIsNoHistoryIsRefused() throws Exception {
    Path text = Files.writeString(dir.resolve("notes.txt"), "hello\n");
    Path json = Files.writeString(dir.resolve("other.json"), "{\"a\":1}\n");
    Path empty = Files.writeString(dir.resolve("empty"), "");
    Path newer =
        Files.writeString(dir.resolve("newer"), header("p", "m").replace(":1,", ":2,") + "\n");
    for (Path file : List.of(text, json, empty, newer, dir.resolve("absent"))) {
      assertThat(check(file)).isEqualTo(2);
    }
    assertThat(err.toString().lines())
        .hasSize(5)
        .allMatch(line -> line.startsWith("hybrid: " + dir))
        .anyMatch(line -> line.endsWith("absent: no such file"))
        .anyMatch(line -> line.endsWith("format 2, but this release reads format 1"));
  }

  @Test
  void historiesWhoseTimesCannotBeComparedAreRefused() throws Exception {
    Path one = read("a1").history("one");
    Path other = Files.writeString(dir.resolve("other"), header("other", "another") + "\n");
    assertThat(check(one, other)).isEqualTo(2);
    assertThat(check(one, one)).isEqualTo(2);
    assertThat(err.toString())
        .contains("their times can't be compared")
        .contains("are of the same process");
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
  void filesThatTellNothingDoNotPass() throws Exception {
    called("scan", "ERROR", "").called("read", "ERROR", "");

    assertThat(check(history("p"))).isEqualTo(2);

    assertThat(out.toString()).doesNotContain("linearizable");
    assertThat(err.toString()).contains("nothing to check").contains("did these succeed?");
  }

  @Test
  void writesThatNobodyHasReadDoNotPass() throws Exception {
    inserted().updated("OK", "a2");

    assertThat(check(history("p"))).isEqualTo(2);

    assertThat(out.toString()).doesNotContain("linearizable");
    assertThat(err.toString()).contains("nothing to check").contains("did these succeed?");
  }

  @Test
  void writesThatAllRepeatTheSameValuesDoNotPass() throws Exception {
    inserted().read("a1").updated("OK", "a1").updated("UNKNOWN", "a1").updated("ABORTED", "a2");
    read("a1");

    assertThat(check(history("p"))).isEqualTo(2);

    assertThat(out.toString()).doesNotContain("linearizable");
    assertThat(err.toString())
        .contains("nothing is proven: all 2 writes that replace a field's value")
        .contains("record values that differ, as YCSB's do without -p dataintegrity=true");
  }

  @Test
  void aRunThatRepeatsWhatItsUnrecordedLoadHasWrittenDoesNotPass() throws Exception {
    read("a1").updated("OK", "a1").read("a1");
    assertThat(check(history("p"))).isEqualTo(2);
    assertThat(err.toString()).contains("nothing is proven");
  }

  @Test
  void aViolationIsFoundEvenIfAllValuesAreEqual() throws Exception {
    inserted().updated("OK", "a1").called("read", "NOT_FOUND", "");
    assertViolated("shows nothing although");
  }

  @Test
  void aConsiderableShareOfRepeatedValuesIsWarnedOf() throws Exception {
    inserted();
    for (int i = 2; i <= 10; i++) {
      updated("OK", "a" + i);
    }
    Path differing = read("a10").history("differing");
    assertThat(check(differing)).isZero();
    assertThat(err.toString()).isEmpty();

    assertThat(check(differing, updated("OK", "a10").history("repeating"))).isZero();

    assertThat(err.toString())
        .contains("warning: 1 of 10 writes that replace a field's value")
        .contains("if such a write is lost or a read of it is stale, nobody can tell");
  }
}
