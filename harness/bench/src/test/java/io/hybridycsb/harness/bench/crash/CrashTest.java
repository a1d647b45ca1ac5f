package io.hybridycsb.harness.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.clients.Timeline;
import io.hybridycsb.harness.bench.probe.Probe;
import org.junit.jupiter.api.Test;

/** A node killed at 13.0 s, restarted at 15.0 s, ready at 16.0 s; clients go on until 20.5 s. */
class CrashTest {
  private final Timeline timeline = new Timeline();

  private Probe.Findings findings(long beginMs, long... writes) {
    timeline.add("UPDATE", beginMs, 11_000, writes[0]);
    for (int i = 1; i < writes.length; i++) {
      long startMs = 10_000 + i * 1_000L;
      if (writes[i] > 0) {
        timeline.add("UPDATE", startMs, startMs + 1_000, writes[i]);
      }
    }
    timeline.until(20_500);
    return Crash.findings(timeline, 0, 13_000, 15_000, 16_000);
  }

  @Test
  void theSecondInWhichWritesBeganIsNoWholeOne() {
    assertThat(findings(10_900, 10, 100, 100, 0, 20, 30, 40, 80, 80, 80).counters())
        .containsEntry("crash: writes/s before", 100.0)
        .containsEntry("crash: writes/s while dead", 10.0)
        .containsEntry("crash: writes/s after", 70.0)
        .containsEntry("crash: longest seconds without a write", 1.0)
        .containsEntry("crash: seconds from restart until service", 2.0);
  }

  @Test
  void whatNeverServesAgainHasPausedUntilTheEnd() {
    assertThat(findings(10_000, 100, 100, 100).counters())
        .containsEntry("crash: writes/s while dead", 0.0)
        .containsEntry("crash: writes/s after", 0.0)
        .containsEntry("crash: longest seconds without a write", 7.0)
        .doesNotContainKey("crash: seconds from kill until service");
  }

  @Test
  void withoutAWholeSecondOfWritesBeforeNothingIsComparedWithThem() {
    Probe.Findings findings = findings(10_900, 10, 0, 0, 0, 0, 0, 0, 100, 100, 100);
    assertThat(findings.counters())
        .containsEntry("crash: writes/s before", 0.0)
        .doesNotContainKey("crash: seconds from kill until service")
        .doesNotContainKey("crash: seconds from restart until service");
    assertThat(findings.warnings()).hasSize(1);
  }
}
