package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session has seen on one record bounds what it may be shown of another. */
class SessionsTest {
  private final TestHistory p = TestHistory.of("p");
  private final TestHistory q = TestHistory.of("q");

  /** The models that a history keeps to. */
  private static List<Model> modelsOf(TestHistory... processes) {
    RunHistory history =
        TestHistory.run(
            Arrays.stream(processes).map(TestHistory::ended).toArray(TestHistory[]::new));
    return Arrays.stream(Model.values())
        .filter(model -> check(history, model).found().violated().isEmpty())
        .toList();
  }

  private static CheckReport check(RunHistory history, Model model) {
    return new HistoryCheck(
            new LinearizabilityChecker(), model, ScanModel.COMMITTED, false, 1, (done, all) -> {})
        .run(history);
  }

  private SessionsTest inserted() {
    p.ok(0, 1, 2, "insert", "a", "1").ok(0, 1, 2, "insert", "b", "1");
    return this;
  }

  @Test
  void whoHasSeenAWriteSeesWhatHadBeenWrittenBeforeItOnOtherRecords() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2").ok(0, 5, 6, "update", "b", "2");
    q.ok(1, 7, 8, "read", "b", "2").ok(1, 9, 10, "read", "a", "1");

    assertThat(modelsOf(p, q)).containsExactly(Model.COMMITTED);
  }

  @Test
  void theCounterexampleSaysWhatWasSeen() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2").ok(0, 5, 6, "update", "b", "2");
    q.ok(1, 7, 8, "read", "b", "2").ok(1, 9, 10, "read", "a", "1");

    CheckReport report = check(TestHistory.run(p.ended(), q.ended()), Model.SESSION);

    assertThat(report.found().violated()).containsExactly("t/a");
    assertThat(report.found().counterexamples().get(0).explanation())
        .contains("shows f=1 although the write of f=2 of client p/0 had ended")
        .contains("client q/1 had read what client p/0 wrote of key t/b");
  }

  @Test
  void whoHasWrittenSeesWhatHadBeenWrittenBeforeThat() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2");
    q.ok(0, 5, 6, "update", "b", "2").ok(0, 7, 8, "read", "a", "1");

    assertThat(modelsOf(p, q)).containsExactly(Model.COMMITTED);
  }

  @Test
  void aWriteIsSeenThroughAThirdClient() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2");
    p.ok(1, 5, 6, "read", "a", "2").ok(1, 7, 8, "update", "b", "2");
    q.ok(0, 9, 10, "read", "b", "2").ok(0, 11, 12, "read", "a", "1");

    assertThat(modelsOf(p, q)).containsExactly(Model.COMMITTED);
  }

  @Test
  void whatWasSeenLongBeforeStillCounts() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2").ok(0, 5, 6, "update", "b", "2");
    q.ok(0, 7, 8, "read", "b", "2").ok(0, 9, 10, "read", "c", null).ok(0, 11, 12, "read", "a", "1");

    assertThat(modelsOf(p, q)).containsExactly(Model.COMMITTED);
  }

  @Test
  void aThreadNeedNotSeeWhatAnotherThreadOfItsProcessHasDone() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2").ok(1, 5, 6, "read", "a", "1").ok(0, 7, 8, "read", "a", "2");

    assertThat(modelsOf(p)).containsExactly(Model.SESSION, Model.COMMITTED);
  }

  @Test
  void aProcessNeedNotSeeWhatAnotherHasDone() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2");
    q.ok(0, 5, 6, "read", "a", "1").ok(1, 7, 8, "read", "a", "2");

    assertThat(modelsOf(p, q))
        .containsExactly(Model.PROCESS_SESSION, Model.SESSION, Model.COMMITTED);
  }

  @Test
  void threadsOfAProcessThatReadAtTheSameTimeMayReadInEitherOrder() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2");
    q.ok(0, 5, 9, "read", "a", "2").ok(1, 6, 8, "read", "a", "1").ok(2, 10, 11, "read", "a", "2");

    assertThat(modelsOf(p, q)).contains(Model.PROCESS_SESSION);
  }

  @Test
  void aProcessDoesNotGoBackBehindAnyOfItsThreads() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2");
    q.ok(0, 5, 6, "read", "a", "2").ok(1, 7, 8, "read", "b", "1").ok(2, 9, 10, "read", "a", "1");

    assertThat(modelsOf(p, q)).doesNotContain(Model.PROCESS_SESSION).contains(Model.SESSION);
  }

  @Test
  void writesAtTheSameTimeHaveNoOrderThatTimesTell() {
    inserted();
    p.ok(0, 3, 6, "update", "a", "2").ok(1, 5, 7, "update", "b", "2");
    q.ok(0, 8, 9, "read", "b", "2").ok(0, 10, 11, "read", "a", "1");

    assertThat(modelsOf(p, q)).contains(Model.PROCESS_SESSION);
  }

  @Test
  void aValueThatWasWrittenBeforeTooAccusesNobody() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2").ok(0, 5, 6, "update", "b", "1");
    q.ok(0, 7, 8, "read", "b", "1").ok(0, 9, 10, "read", "a", "1");

    assertThat(modelsOf(p, q)).contains(Model.PROCESS_SESSION);
  }

  @Test
  void aValueThatMayHaveBeenThereAtFirstAccusesNobody() {
    p.ok(0, 1, 2, "insert", "a", "1").ok(0, 3, 4, "update", "a", "2");
    p.ok(0, 5, 6, "update", "b", "2");
    q.ok(0, 7, 8, "read", "b", "2").ok(0, 9, 10, "read", "a", "1");

    assertThat(modelsOf(p, q)).contains(Model.PROCESS_SESSION);
  }

  @Test
  void anOwnWriteOfUnknownOutcomeCountsAsSeenOnlyOnceItIsRead() {
    inserted();
    p.ok(0, 3, 4, "update", "a", "2");
    q.call(0, 5, 6, "update", "b", "UNKNOWN", "2").ok(0, 7, 8, "read", "a", "1");
    assertThat(modelsOf(p, q)).contains(Model.PROCESS_SESSION);

    TestHistory r = TestHistory.of("r").call(0, 5, 6, "update", "b", "UNKNOWN", "3");
    r.ok(0, 7, 8, "read", "b", "3").ok(0, 9, 10, "read", "a", "1");
    assertThat(modelsOf(p, r)).containsExactly(Model.COMMITTED);
  }

  @Test
  void aValueFromTheFutureIsTheFaultOfItsOwnRecordOnly() {
    inserted();
    q.ok(0, 3, 4, "read", "b", "2").ok(0, 5, 6, "read", "a", "1");
    p.ok(0, 7, 8, "update", "a", "2").ok(0, 9, 10, "update", "b", "2");

    CheckReport report = check(TestHistory.run(p.ended(), q.ended()), Model.SESSION);

    assertThat(report.found().violated()).containsExactly("t/b");
  }
}
