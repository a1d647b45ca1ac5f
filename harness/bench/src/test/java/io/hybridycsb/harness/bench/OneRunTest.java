package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.HdrLogs;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneRunTest {
  private static final String PRINTED =
      "[OVERALL], RunTime(ms), 2000\n[READ], Return=OK, %d\n[UPDATE], Return=OK, %d\n";

  @TempDir Path directory;

  @Test
  void whatARunInsertsHasOtherKeysThanWhatIsThere() {
    String inserting = "name: a\ntitle: A\nproperties: {insertproportion: '1'}\n";
    RunSettings run = new TestExperiments(directory).points(inserting, "etcd").get(0).run();
    RunSettings reading =
        new TestExperiments(directory).points("name: a\ntitle: A\n", "etcd").get(0).run();

    assertThat(OneRun.properties(run, 100, 0)).doesNotContainKey(BenchWorkload.INSERT_FIRST);
    assertThat(OneRun.properties(run, 100, 1))
        .containsEntry(BenchWorkload.INSERT_FIRST, "2147483747");
    assertThat(OneRun.properties(run, 100, 2))
        .containsEntry(BenchWorkload.INSERT_FIRST, "4294967394");
    assertThat(OneRun.properties(reading, 100, 2)).doesNotContainKey(BenchWorkload.INSERT_FIRST);
  }

  /** Of ten operations, four are read-modify-writes: ten reads, four updates. */
  @Test
  void aReadModifyWriteIsOneOperationOfTheWorkload() throws Exception {
    log("client1-READ.hdr", 10);
    log("client1-UPDATE.hdr", 4);
    log("client1-READ-MODIFY-WRITE.hdr", 4);

    assertThatCode(() -> requireWhole(PRINTED.formatted(10, 4))).doesNotThrowAnyException();
    assertThat(Phases.committedPerSecond(phase(PRINTED.formatted(10, 4))))
        .as("capacity, in a target's unit: ten operations in two seconds")
        .isEqualTo(5);
  }

  @Test
  void aReadModifyWriteWhoseUpdateWasAbortedHasNotCommitted() throws Exception {
    log("client1-READ.hdr", 10);
    log("client1-UPDATE.hdr", 3);
    log("client1-UPDATE-ABORTED.hdr", 1);
    log("client1-READ-MODIFY-WRITE.hdr", 4);

    Phase phase = phase(PRINTED.formatted(10, 3) + "[UPDATE], Return=ABORTED, 1\n");

    assertThat(Phases.done(phase)).isEqualTo(10);
    assertThat(Phases.committed(phase)).isEqualTo(9);
  }

  @Test
  void aBurstHasATimeBesideItsOperationsAndIsNoneOfThem() throws Exception {
    log("client1-READ.hdr", 10);
    log("client1-UPDATE.hdr", 10);
    log("client1-BURST.hdr", 4);

    Phase phase = phase(PRINTED.formatted(10, 10));

    assertThat(phase.operations().get("BURST").latency().orElseThrow().count()).isEqualTo(4);
    assertThat(Phases.done(phase)).isEqualTo(20);
    assertThat(phase.committed()).isEqualTo(20);
  }

  @Test
  void operationsThatAreMissingFailARunThatHadNoTimeLimit() throws Exception {
    log("client1-READ.hdr", 5);
    log("client1-UPDATE.hdr", 4);

    assertThatThrownBy(() -> requireWhole(PRINTED.formatted(5, 4)))
        .isInstanceOf(HarnessException.class)
        .hasMessage("clients ended after 9 of 10 operations");
  }

  @Test
  void aRunThatCommittedNothingFails() throws Exception {
    log("client1-READ-ERROR.hdr", 10);

    assertThatThrownBy(
            () -> requireWhole("[OVERALL], RunTime(ms), 2000\n[READ], Return=ERROR, 10\n"))
        .isInstanceOf(HarnessException.class)
        .hasMessage("no operation committed; the outcomes: {ERROR=10}");
  }

  @Test
  void operationsThatYcsbPrintedAndItsLogsDoNotHoldFailARun() throws Exception {
    log("client1-READ.hdr", 9);

    assertThatThrownBy(() -> requireWhole("[OVERALL], RunTime(ms), 2000\n[READ], Return=OK, 10\n"))
        .isInstanceOf(HarnessException.class)
        .hasMessage("YCSB printed 10 operations of kind READ, but its histogram logs hold 9");
  }

  @Test
  void aKillAfterWhichAClientHasNotVerifiedFailsARun() {
    YcsbReport scored =
        YcsbReport.parse("[OVERALL], RunTime(ms), 1\n[VERIFICATION], AnomalyScore, 0.0\n");
    YcsbReport silent = YcsbReport.parse("[OVERALL], RunTime(ms), 1\n");

    assertThatCode(() -> OneRun.requireVerified(List.of(scored))).doesNotThrowAnyException();
    assertThatThrownBy(() -> OneRun.requireVerified(List.of(scored, silent)))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("a client printed no line '[VERIFICATION], AnomalyScore'");
  }

  private void requireWhole(String printed) {
    RunSettings run =
        new TestExperiments(directory)
            .points("name: a\ntitle: A\noperations: 10\nwarm-up: 0\n", "etcd")
            .get(0)
            .run();
    OneRun.requireWhole(run, outcome(printed), phase(printed));
  }

  private Phase phase(String printed) {
    return Phases.of(outcome(printed), HdrLogs.read(directory, List.of("client1")));
  }

  private static Clients.Outcome outcome(String printed) {
    return new Clients.Outcome(List.of(YcsbReport.parse(printed)), 2, new TreeMap<>());
  }

  private void log(String name, int count) throws IOException {
    HistogramLogWriter log = new HistogramLogWriter(directory.resolve(name).toFile());
    log.outputLogFormatVersion();
    Histogram interval = new Histogram(3);
    interval.recordValueWithCount(1_000, count);
    log.outputIntervalHistogram(interval);
    log.close();
  }
}
