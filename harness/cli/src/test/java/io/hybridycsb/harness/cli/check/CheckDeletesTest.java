package io.hybridycsb.harness.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/** What a delete explains, and where one may have been that nothing tells of. */
class CheckDeletesTest extends TransactionsFixture {
  @Test
  void aDeleteExplainsThatNothingIsFound() throws Exception {
    loaded().ran("t1", "OK", "x=1", "x=2!").ran("t2", "OK", "x=0", "");
    assertThat(check(history())).isZero();

    loaded().ran("t1", "OK", "x=1", "x=2!").scan("a", "x", "").ran("t2", "OK", "", "");
    assertThat(check(history())).isZero();

    loaded().ran("t1", "OK", "x=1", "x=2").ran("t2", "OK", "x=0", "");
    assertViolated("serializable, but NOT strictly");
  }

  @Test
  void aDeletedRecordIsNotReadAgain() throws Exception {
    loaded().ran("t1", "OK", "x=1", "x=2!").ran("t2", "OK", "x=2", "");
    assertViolated("t2 read version 2 of key t/x, in which t1 deleted it");
  }

  @Test
  void aDeleteOfUnknownVersionMayExplainThatNothingIsFound() throws Exception {
    loaded().ran("t1", "UNKNOWN", "", "x!").ran("t2", "OK", "x=0", "");
    assertThat(check("--from-empty", history())).isEqualTo(3);
    assertThat(out.toString())
        .contains("UNDECIDED", "t2 found no record of key t/x, which may have been deleted by t1");
  }

  @Test
  void aKilledClientMayHaveDeletedOnlyWhereClientsDelete() throws Exception {
    Path deletes = loaded().ran("t1", "OK", "y=1", "y=2!").killed("killed");
    Path other = ran("t2", "OK", "x=0", "").history();
    assertThat(check(deletes, other)).isEqualTo(3);
    assertThat(out.toString()).contains("which may have been deleted by a killed client");

    Path without = loaded().killed("killed");
    assertThat(check(without, ran("t2", "OK", "x=0", "").history())).isEqualTo(1);
  }

  @Test
  void anAbsenceThatADeleteWithoutMarkMayExplainIsUndecided() throws Exception {
    String doubt =
        "t2 found no record of key t/x, which may have been deleted by t1: these files don't mark deletes";
    loaded().ran("t1", "OK", "x=1", "x=2").ran("t2", "OK", "x=0", "");
    Path read = withoutMarks();
    assertThat(check(read)).isEqualTo(3);
    assertThat(out.toString()).contains("serializable, but UNDECIDED whether strictly: " + doubt);
    assertThat(check("--model", "serializable", read)).isZero();

    loaded().scan("a", "x", "").ran("t", "OK", "", "").ran("t1", "OK", "x=1", "x=2 y=2");
    Path scanned = scan("a", "y", "y=2").ran("t2", "OK", "", "").withoutMarks();
    assertThat(check(scanned)).isEqualTo(1);
    assertThat(out.toString()).contains("t found no record of key t/x, at none of the times");

    ran("t1", "OK", "x=1", "x=2 y=2").scan("a", "y", "y=2").ran("t2", "OK", "", "");
    assertThat(check(withoutMarks())).isEqualTo(3);
    assertThat(out.toString()).contains("UNDECIDED whether serializable: " + doubt);
  }

  @Test
  void anInnocentAbsenceIsNotTakenForADelete() throws Exception {
    ran("t0", "OK", "a=0 b=0 x=0 z=0", "a=1 b=1 x=1 z=1").ran("t1", "OK", "x=1", "x=2");
    ran("t2", "OK", "c=0 x=0 y=0", "c=1 y=1").ran("t3", "OK", "a=1", "");

    assertThat(check("--from-empty", withoutMarks())).isEqualTo(3);
    assertThat(out.toString()).contains("t2 found no record of key t/x, which may have been");
  }

  @Test
  void aVersionThatWasReadIsNoDelete() throws Exception {
    loaded().ran("t1", "OK", "x=1", "x=2").ran("t2", "OK", "x=2", "").ran("t3", "OK", "x=0", "");
    assertThat(check(withoutMarks())).isEqualTo(1);
    assertThat(out.toString()).contains("serializable, but NOT strictly");
  }

  @Test
  void whatIsNotDueToAnAbsenceIsAViolationWithoutMarks() throws Exception {
    loaded().ran("t2", "OK", "x=1 y=1 z=0", "x=2", 20, 30);
    ran("t3", "OK", "x=1 y=1", "y=3 z=1", 20, 30).ran("t4", "UNKNOWN", "", "z");
    assertThat(check(withoutMarks())).isEqualTo(1);
    assertThat(out.toString()).contains("t3 read t/x version 1, replaced by 2 -> t2");
  }

  @Test
  void aWriteOfUnknownVersionMayBeADeleteWithoutMark() throws Exception {
    loaded().ran("t1", "UNKNOWN", "", "x").ran("t2", "OK", "x=1", "").ran("t3", "OK", "x=0", "");
    assertThat(check(withoutMarks())).isEqualTo(3);

    loaded().ran("t1", "UNKNOWN", "", "x y").ran("t2", "OK", "x=1 y=5", "");
    ran("t3", "OK", "x=0", "");
    assertThat(check(withoutMarks())).isEqualTo(3);
  }

  @Test
  void aMarkInAnyFileSaysThatDeletesAreMarked() throws Exception {
    Path deletes = ran("t0", "OK", "z=0", "z=2!").killed("other", "");
    loaded().ran("t1", "OK", "x=1", "x=2").ran("t2", "OK", "x=0", "");
    lines.add("{\"ended_ns\":%d}".formatted(++now));
    assertThat(check(killed("p", ""))).isEqualTo(3);
    Files.writeString(deletes, "{\"ended_ns\":9}\n", StandardOpenOption.APPEND);
    assertThat(check(deletes, dir.resolve("p.jsonl"))).isEqualTo(1);
  }

  @Test
  void aKilledClientMayHaveDeletedWithoutMark() throws Exception {
    loaded().ran("t1", "OK", "x=1 y=1", "");
    Path killed = killed("killed", "");
    Path other = ran("t2", "OK", "x=0", "").history();

    assertThat(check(killed, other)).isEqualTo(3);
    assertThat(out.toString()).contains("which may have been deleted by a killed client");
  }
}
