package io.hybridycsb.harness.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files that are damaged, or that tell too little, are refused or warned of. */
class CheckedFilesTest extends OperationsFixture {
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
