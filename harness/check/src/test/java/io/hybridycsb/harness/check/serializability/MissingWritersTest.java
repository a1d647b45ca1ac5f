package io.hybridycsb.harness.check.serializability;

import static io.hybridycsb.harness.check.serializability.TransactionLines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import org.junit.jupiter.api.Test;

/** Who may have written versions that no transaction of the files is known to have written. */
class MissingWritersTest {
  private static final TestHistory KILLED = TransactionLines.of("killed");

  private static TestHistory whole(String... lines) {
    TestHistory history = TransactionLines.of("p");
    for (String line : lines) {
      history.line(line);
    }
    return history.ended();
  }

  private static TransactionReport check(TestHistory... processes) {
    return TransactionReport.of(TestHistory.run(processes), false);
  }

  private static void assertStrict(Status status, TestHistory... processes) {
    TransactionReport report = check(processes);
    assertThat(report.strict().status()).as("%s", report).isEqualTo(status);
  }

  @Test
  void theVersionAtFirstIsNotOfALaterWriter() {
    assertStrict(
        Status.HOLDS,
        whole(line("t0", "OK", 10, 20, "a3", "a4"), line("t1", "BATCHED_OK", 30, 40, "", "a?")));
  }

  @Test
  void theVersionAtFirstLeavesItsOtherCandidateToALaterVersion() {
    String reader = line("t0", "OK", 10, 40, "b2", "");
    String later = line("t1", "OK", 100, 110, "b4", "");

    assertStrict(Status.UNDECIDED, whole(reader, line("t7", "UNKNOWN", 20, 30, "", "b?"), later));
    assertStrict(
        Status.UNDECIDED, whole(reader, line("t7", "UNKNOWN", 20, 30, "", "b?", "b2"), later));
  }

  @Test
  void onlyOneVersionWasThereAtFirst() {
    assertStrict(
        Status.VIOLATED,
        whole(line("t0", "OK", 10, 20, "b2", ""), line("t1", "OK", 30, 40, "b4", "")));
  }

  @Test
  void aWriterThatHasScannedAVersionWroteAnother() {
    TransactionReport report =
        check(
            whole(
                line("t0", "OK", 1, 2, "", "b1"),
                line("t7", "UNKNOWN", 20, 30, "", "b?", "b2"),
                line("t1", "OK", 100, 110, "b2", "")));

    assertThat(report.strict().explanation()).contains("t1 read version 2", "which nobody wrote");
  }

  @Test
  void aKilledClientMayHaveDeletedAnyRecordIfClientsDelete() {
    String there = line("t0", "OK", 10, 20, "a3", "");
    String gone = line("t1", "OK", 30, 40, "a0", "");

    assertStrict(Status.UNDECIDED, KILLED, whole(there, gone, line("t2", "OK", 50, 60, "", "-b5")));
    assertStrict(
        Status.UNDECIDED, KILLED, whole(there, gone, line("t2", "ABORTED", 50, 60, "", "-b5")));
    assertStrict(Status.VIOLATED, whole(there, gone, line("t2", "OK", 50, 60, "", "-b5")));
  }

  @Test
  void ofARecordsWritesInOneTransactionTheGreatestVersionCounts() {
    String reader = line("t1", "OK", 30, 40, "a2", "");

    assertStrict(Status.HOLDS, whole(line("t0", "OK", 10, 20, "", "-a1 a2"), reader));
    assertStrict(Status.HOLDS, whole(line("t0", "OK", 10, 20, "", "a2 -a1"), reader));
    assertStrict(Status.VIOLATED, whole(line("t0", "OK", 10, 20, "", "a1 -a2"), reader));
  }

  @Test
  void aTransactionWithoutEffectAccusesNobody() {
    assertStrict(
        Status.HOLDS,
        whole(line("t0", "OK", 10, 20, "b1", ""), line("t1", "UNKNOWN", 30, 40, "b0", "a7")));
    assertStrict(
        Status.HOLDS,
        KILLED,
        whole(
            line("t0", "OK", 1, 2, "", "b1"),
            line("t1", "UNKNOWN", 10, 20, "b5", "a7"),
            line("t2", "OK", 30, 40, "b6", "")));
  }

  @Test
  void aDeleteThatMayHaveTakenEffectHasReadWhatSomebodyMayHaveWritten() {
    assertStrict(
        Status.HOLDS,
        whole(
            line("t0", "OK", 1, 2, "", "a1"),
            line("t1", "UNKNOWN", 10, 20, "b1", "-a2"),
            line("t2", "OK", 30, 40, "a0", "")));
  }

  @Test
  void theMissingVersionOfATransactionThatWasReadLeavesTheCheckUndecided() {
    String first = line("t0", "OK", 10, 20, "", "a1 b1");

    assertStrict(
        Status.UNDECIDED,
        whole(
            first,
            line("t1", "UNKNOWN", 30, 40, "", "a2 b?"),
            line("t2", "OK", 50, 60, "a2 b1", "")));
    assertStrict(
        Status.UNDECIDED,
        whole(
            first,
            line("t1", "UNKNOWN", 30, 40, "", "a2 -b?"),
            line("t2", "OK", 50, 60, "a2 b1", "")));
    assertStrict(
        Status.HOLDS,
        whole(
            first,
            line("t1", "UNKNOWN", 30, 40, "c0", "a2 -c?"),
            line("t2", "OK", 50, 60, "a2 b1", "")));
  }

  @Test
  void allVersionsOfTheOnlyKilledThreadAreOfOneTransaction() {
    String half = line("t0", "OK", 10, 20, "a7 b0", "");

    TransactionReport report = check(KILLED, whole(half, line("t1", "OK", 30, 40, "a7 b7", "")));
    assertThat(TransactionReport.of(TestHistory.run(KILLED, whole(half)), true).strict())
        .matches(verdict -> verdict.holds());
    assertThat(report.strict().status()).as("%s", report).isEqualTo(Status.HOLDS);
    report =
        TransactionReport.of(
            TestHistory.run(KILLED, whole(half, line("t1", "OK", 30, 40, "a7 b7", ""))), true);
    assertThat(report.serializable().status()).as("%s", report).isEqualTo(Status.VIOLATED);
    assertThat(report.assumed()).isEqualTo(2);
    assertStrict(
        Status.HOLDS,
        KILLED,
        TransactionLines.of("another"),
        whole(half, line("t1", "OK", 30, 40, "a7 b7", "")));
  }
}
