package io.hybridycsb.harness.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CheckTransactionsTest extends TransactionsFixture {
  @Test
  void aGoodHistoryIsCountedAndStrictlySerializable() throws Exception {
    loaded().ran("t2", "OK", "x=1", "x=2").ran("t3", "ABORTED", "x=1", "x=3");
    ran("t4", "UNKNOWN", "x=2", "y=4").scan("x", null, "x=2 y=4").ran("t5", "OK", "", "");

    assertThat(check(history())).isZero();

    assertThat(out.toString())
        .contains("5 transactions by 1 client in 1 file")
        .contains("3 committed, 1 of unknown outcome, 1 without effect; 1 scan")
        .contains("strictly serializable: an order that agrees with real time");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aWriteSkewIsFoundAndMadeSmall() throws Exception {
    loaded().ran("other", "OK", "", "z=1");
    ran("t2", "OK", "x=1 y=1", "x=2", 20, 30).ran("t3", "OK", "x=1 y=1", "y=3", 20, 30);

    assertViolated(
        "NOT serializable: no order explains all reads",
        "t2 read t/y version 1, replaced by 3 -> t3",
        "t3 read t/x version 1, replaced by 2 -> t2");

    assertThat(out.toString()).doesNotContain("other");
  }

  @Test
  void aStaleReadIsSerializableOnly() throws Exception {
    loaded().ran("t2", "OK", "x=1", "x=2").ran("t3", "OK", "x=1", "");
    Path history = history();

    assertThat(check(history)).isEqualTo(1);
    assertThat(out.toString())
        .contains("serializable, but NOT strictly")
        .contains("t3 read t/x version 1, replaced by 2 -> t2");
    assertThat(check("--model", "serializable", history)).isZero();
  }

  @Test
  void aScanThatMissedAKeyComesBeforeItsInsert() throws Exception {
    loaded().scan("a", "m", "").ran("t2", "OK", "", "x=2", 20, 30);
    ran("t3", "OK", "x=1", "b=3", 20, 30);
    assertViolated(
        "t2 read t/b version 0, replaced by 3 -> t3", "t3 read t/x version 1, replaced by 2");
  }

  @Test
  void aScanTellsNothingBeyondItsEnd() throws Exception {
    loaded().scan("a", "a\u00e4", "").ran("t2", "OK", "", "x=2", 20, 30);
    ran("t3", "OK", "x=1", "b=3", 20, 30);
    assertThat(check(history())).isZero();
  }

  @Test
  void aRowOfTheScanningTransactionItselfTellsNothing() throws Exception {
    loaded().ran("t2", "OK", "", "b=2").scan("a", "m", "b").ran("t3", "OK", "", "b=3");
    assertThat(check(history())).isZero();
  }

  @Test
  void twoVersionsOfAKeyInOneTransactionAreFound() throws Exception {
    loaded().ran("t2", "OK", "x=1", "x=2").scan("x", "x", "x=1").ran("t3", "OK", "x=2", "");
    assertViolated("NOT serializable", "t3 read versions 2 and 1 of key t/x");
  }

  @Test
  void aReadOfAnAbortedTransactionIsFound() throws Exception {
    loaded().ran("t2", "ABORTED", "", "x=2").ran("t3", "OK", "x=2", "");
    assertViolated("t3 read version 2 of key t/x, which t2 wrote, but aborted");
  }

  @Test
  void aReadThatAnUnknownVersionMayExplainIsUndecided() throws Exception {
    loaded().ran("t2", "UNKNOWN", "", "x").ran("t3", "OK", "x=2", "");
    assertThat(check(history())).isEqualTo(3);
    assertThat(out.toString())
        .contains("UNDECIDED", "t3 read version 2 of key t/x, which may be of t2")
        .contains("ask the system for that transaction's outcome, and record it");
  }

  @Test
  void anUnknownVersionThatNobodyHasReadMayHaveNoEffect() throws Exception {
    loaded().ran("t2", "UNKNOWN", "", "x").ran("t3", "UNKNOWN", "x=2", "y=3");
    assertThat(check(ran("t4", "OK", "x=1 y=1", "").history())).isZero();
  }

  @Test
  void whatARunFindsWithoutItsLoadMayHaveBeenThere() throws Exception {
    ran("t2", "OK", "x=5", "x=6").scan("x", null, "x=6 y=5").ran("t3", "OK", "", "");
    Path history = history();
    assertThat(check(history)).isZero();
    assertThat(check("--from-empty", history)).isEqualTo(1);
    assertThat(out.toString()).contains("read version 5 of key t/", "which nobody wrote");
  }

  @Test
  void aKilledClientMayHaveWrittenWhatNobodyElseHas() throws Exception {
    Path killed = loaded().killed("killed");
    Path other = ran("t2", "OK", "x=2 y=2", "").history();

    assertThat(check(killed, other)).isZero();

    assertThat(err.toString()).contains("killed.jsonl was not closed");
    assertThat(out.toString())
        .contains(
            "killed clients: 1 transaction may be missing, one of each thread; 2 versions that nobody"
                + " here has written count as theirs");
  }

  @Test
  void aKilledClientsThreadHasWrittenNothingThatWasSeenBeforeItsLastAnswer() throws Exception {
    Path other = ran("t1", "OK", "x=2", "").history();
    Path killed = loaded().killed("killed");

    assertThat(check("--from-empty", killed, other)).isEqualTo(1);
    assertThat(out.toString()).contains("t1 read version 2 of key t/x, which nobody wrote");
  }

  @Test
  void aKilledClientHasWrittenNoMoreVersionsOfARecordThanItHadThreads() throws Exception {
    loaded();
    for (int i = 1; i < 50; i++) {
      ran("t" + i, "OK", "x=" + (100 + i), "");
    }
    assertThat(check(killed("alone"))).isEqualTo(1);
    assertThat(out.toString()).contains("NOT serializable", "which nobody wrote");

    Path killed = ran("load", "OK", "", "x=1").killed("killed");
    Path other = ran("t1", "OK", "x=101", "").ran("t2", "OK", "x=102", "").history();
    assertThat(check(killed, other)).isEqualTo(1);
    assertThat(out.toString()).contains("t2 read version 102 of key t/x, which nobody wrote");
  }

  @Test
  void asManyVersionsOfARecordAreUnknownAsThereAreTransactionsWithoutOne() throws Exception {
    loaded().ran("t2", "UNKNOWN", "", "x").ran("t3", "OK", "x=2", "").ran("t4", "OK", "x=3", "");
    assertViolated("t4 read version 3 of key t/x, which nobody wrote");
  }

  @Test
  void whatIsDecidedLaterCountsAsThat() throws Exception {
    loaded().ran("t2", "BATCHED_OK", "x=1", "x").ran("t3", "UNKNOWN", "", "y");
    decided("t2", "OK", "x=2").decided("t3", "ABORTED", null).ran("t4", "OK", "x=2 y=1", "");
    assertThat(check(history())).isZero();
    assertThat(out.toString()).contains("3 committed, 0 of unknown outcome, 1 without effect");

    loaded().ran("t2", "BATCHED_OK", "x=1", "x").decided("t2", "OK", "x=2");
    assertThat(check(ran("t3", "OK", "x=1", "").history())).isEqualTo(1);
    assertThat(out.toString()).contains("t3 read t/x version 1, replaced by 2 -> t2");
  }

  @Test
  void onlyWhatWasUndecidedIsDecided() throws Exception {
    Path unknown = loaded().decided("t2", "OK", null).killed("p1");
    Path twice = loaded().decided("load", "OK", null).killed("p2");
    Path withoutVersion = ran("t2", "UNKNOWN", "", "x").decided("t2", "OK", null).killed("p3");

    assertThat(check(unknown)).isEqualTo(2);
    assertThat(check(twice)).isEqualTo(2);
    assertThat(check(withoutVersion)).isEqualTo(2);
    assertThat(err.toString())
        .contains("line 3: decides 't2', but no undecided transaction of this id is above")
        .contains("line 3: decides 'load', but no undecided transaction of this id is above")
        .contains("line 3: a write without its version, which is greater than 0");
  }

  @Test
  void aTransactionDoesNotReadWhatItWritesLater() throws Exception {
    loaded().ran("t2", "OK", "x=2", "x=2");
    assertViolated("t2 read version 2 of key t/x, which it wrote itself later");
  }

  @Test
  void transactionsThatHaveReadNothingDoNotPass() throws Exception {
    loaded().ran("t2", "UNKNOWN", "x=1", "x=2");
    assertThat(check(history())).isEqualTo(2);
    assertThat(out.toString()).doesNotContain("serializable");
    assertThat(err.toString()).contains("nothing to check: no committed transaction");
  }

  @Test
  void whatIsMisunderstoodExitsWithStatus2() throws Exception {
    Path history = loaded().ran("t2", "OK", "x=1", "").history();
    assertThat(check("--model", "session", history)).isEqualTo(2);
    assertThat(check("--html", dir.resolve("page.html"), history)).isEqualTo(2);
    assertThat(check(loaded().ran("load", "OK", "x=1", "").history())).isEqualTo(2);
    assertThat(check(ran("t1", "OK", "", "x").history())).isEqualTo(2);
    loaded();
    lines.add(
        """
        {"thread":0,"invoked_ns":1,"completed_ns":2,"op":"read","table":"t","key":"k",\
        "status":"OK","fields":{}}""");
    assertThat(check(history())).isEqualTo(2);
    assertThat(err.toString())
        .contains("their models are strictly-serializable and serializable")
        .contains("--html draws operations on records")
        .contains("two transactions have the id 'load'")
        .contains("line 2: a write without its version, which is greater than 0")
        .contains("operations of YCSB and transactions");
  }

  @Test
  void aVersionThatAWriteOfUnknownOutcomeMayHaveMadeIsNotTakenForTheFirst() throws Exception {
    ran("b", "UNKNOWN", "customer=100", "customer order");
    ran("c", "OK", "order=500 customer=100", "");

    assertThat(check(history())).isEqualTo(3);
    assertThat(out.toString()).contains("c read version 500 of key t/order, which may be of b");
  }

  @Test
  void aVersionThatItsUnknownWritersHaveReadIsTheFirst() throws Exception {
    ran("b", "UNKNOWN", "x=100", "x").ran("c", "UNKNOWN", "x=100", "x").ran("d", "OK", "x=100", "");

    assertThat(check(history())).isZero();
  }
}
