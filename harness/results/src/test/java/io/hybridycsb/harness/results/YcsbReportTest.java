package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YcsbReportTest {
  private static final String RUN =
      """
      [OVERALL], RunTime(ms), 5000
      [OVERALL], Throughput(ops/sec), 200.0
      [TOTAL_GC_TIME_%], Time(%), 0.18
      [READ], Operations, 497
      [READ], AverageLatency(us), 812.5
      [READ], 50thPercentileLatency(us), 700
      [READ], 99thPercentileLatency(us), 2500
      [READ], 99.9PercentileLatency(us), 4000
      [READ], Return=OK, 490
      [READ], Return=NOT_FOUND, 7
      [CLEANUP], Operations, 4
      [CLEANUP], 99thPercentileLatency(us), 3
      [UPDATE], Operations, 480
      [UPDATE], 50thPercentileLatency(us), 5200
      [UPDATE], 99thPercentileLatency(us), 9100
      [UPDATE], Return=OK, 480
      [UPDATE], Return=ABORTED, 20
      [UPDATE], Return=ERROR, 2
      [UPDATE], Return=UNKNOWN, 1
      [UPDATE-FAILED], Operations, 23
      [UPDATE-FAILED], 99thPercentileLatency(us), 70000
      """;

  /** The report of a run of one second. */
  private static YcsbReport reported(String... lines) {
    return YcsbReport.parse("[OVERALL], RunTime(ms), 1000\n" + String.join("\n", lines));
  }

  @Test
  void onlyWhatWasCommittedCounts() {
    YcsbReport report = YcsbReport.parse(RUN);

    assertThat(report.committed()).isEqualTo(490 + 7 + 480);
    assertThat(report.attempted()).isEqualTo(1000);
    assertThat(report.uncommitted()).isEqualTo(Map.of("ABORTED", 20L, "ERROR", 2L, "UNKNOWN", 1L));
  }

  @Test
  void transactionsCountAsWholesByWhatBecameOfThem() {
    YcsbReport report =
        reported(
            "[TRANSACTION], Return=OK, 90",
            "[TRANSACTION], Return=REFUSED, 10",
            "[SEND-PAYMENT], Return=OK, 90",
            "[ATTEMPT], Return=ABORTED, 50");

    assertThat(report.committed()).isEqualTo(90);
    assertThat(report.uncommitted()).isEqualTo(Map.of("REFUSED", 10L));
  }

  @Test
  void aBatchedInsertIsNotYetCommitted() {
    YcsbReport report = reported("[INSERT], Return=BATCHED_OK, 900", "[INSERT], Return=OK, 100");

    assertThat(report.committed()).isEqualTo(100);
    assertThat(report.uncommitted()).isEqualTo(Map.of("BATCHED_OK", 900L));
  }

  @Test
  void whatAReadFindsMissingIsAnAnswerAndWhatAWriteFindsMissingIsNoWrite() {
    YcsbReport report =
        reported(
            "[READ], Return=NOT_FOUND, 10",
            "[UPDATE], Return=NOT_FOUND, 20",
            "[DELETE], Return=NOT_FOUND, 30");

    assertThat(report.committed()).isEqualTo(10);
    assertThat(report.uncommitted()).isEqualTo(Map.of("NOT_FOUND", 50L));
    assertThat(report.attempted()).isEqualTo(60);
  }

  @Test
  void aReadThatFailedIsNoWrongRead() {
    YcsbReport report =
        reported(
            "[READ], Return=OK, 10",
            "[READ], Return=SERVICE_UNAVAILABLE, 3",
            "[VERIFY], Return=OK, 10",
            "[VERIFY], Return=ERROR, 3",
            "[VERIFY], Return=SERVICE_UNAVAILABLE, 2");

    assertThat(report.wrongReads()).isZero();
  }

  @Test
  void aReadWithoutTheFieldsThatWereWrittenIsAWrongRead() {
    YcsbReport report =
        reported("[READ], Return=OK, 10", "[VERIFY], Return=OK, 8", "[VERIFY], Return=ERROR, 2");

    assertThat(report.wrongReads()).isEqualTo(2);
  }

  @Test
  void aReadWithAProofAgainstItIsAWrongReadWhereverThatIsTold() {
    String reads = "[READ], Return=OK, 10";
    String told = "[READ], Return=VERIFICATION_FAILED, 1";

    assertThat(reported(reads, told).wrongReads()).isEqualTo(1);
    assertThat(reported(reads, told, "[VERIFY], Return=VERIFICATION_FAILED, 1").wrongReads())
        .isEqualTo(1);
  }

  @Test
  void verificationsAreNoOperationsButTheirFailuresAreSeen() {
    YcsbReport report =
        reported(
            "[READ], Return=OK, 10",
            "[VERIFY], Return=OK, 8",
            "[VERIFY], Return=UNEXPECTED_STATE, 2");

    assertThat(report.committed()).isEqualTo(10);
    assertThat(report.wrongReads()).isEqualTo(2);
  }

  @Test
  void readModifyWritesCountAsTheirReadsAndUpdatesOnly() {
    YcsbReport report =
        reported(
            "[READ-MODIFY-WRITE], Operations, 50",
            "[READ-MODIFY-WRITE], 99thPercentileLatency(us), 9000",
            "[READ], Return=OK, 100",
            "[UPDATE], Return=OK, 50");

    assertThat(report.committed()).isEqualTo(150);
  }

  @Test
  void otherLinesAreSkippedAndNoResultIsAnError() {
    assertThat(YcsbReport.parse("what [is] this\n\n" + RUN + "bye").attempted()).isEqualTo(1000);
    assertThatThrownBy(() -> YcsbReport.parse("Exception in thread main\n"))
        .isInstanceOf(HarnessException.class)
        .hasMessage("YCSB printed no result");
  }

  @Test
  void readsOfThePastAreOperationsAndAuditsAreNot() {
    YcsbReport report =
        reported(
            "[HISTORY], Return=OK, 40",
            "[HISTORY], Return=NOT_FOUND, 2",
            "[AUDIT], Return=OK, 7",
            "[AUDIT], Return=VERIFICATION_FAILED, 1");

    assertThat(report.committed()).isEqualTo(42);
    assertThat(report.attempted()).isEqualTo(42);
    assertThat(report.wrongReads()).isEqualTo(1);
  }

  @Test
  void whatProofsHaveCostIsTold() {
    YcsbReport report =
        reported("[PROOFS-OF-NEWEST], Bytes, 1200", "[PROOFS-OF-NEWEST], ClientCpu(us), 30");

    assertThat(report.proofs())
        .isEqualTo(Map.of("newest", Map.of("Bytes", 1200L, "ClientCpu(us)", 30L)));
  }

  @Test
  void anEarlyEndOfTheOutputStillTellsWhatWasFoundWrong() {
    assertThat(YcsbReport.findsErrors("[VERIFICATION], AnomalyScore, 0.25\n")).isTrue();
    assertThat(YcsbReport.findsErrors("[READ], Return=VERIFICATION_FAILED, 1\n")).isTrue();
    assertThat(YcsbReport.findsErrors("[VERIFICATION], AnomalyScore, 0.0\n")).isFalse();
    assertThat(YcsbReport.findsErrors("[UPDATE], Return=ERROR, 3\nno result\n")).isFalse();
  }
}
