package io.hybridycsb.harness.results.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.runs.Checks.Mark;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static Recorded compared(String audit) {
    return new Recorded("revisions", 9, 0, new TreeMap<>(Map.of("node1", 9L)), "", audit);
  }

  private static Checks checks(TestRun... runs) {
    List<MeasuredRun> all = Arrays.stream(runs).map(TestRun::measured).toList();
    return Checks.of(new MeasuredPoint("etcd", new TreeMap<>(), all), all);
  }

  @Test
  void whatWasNotCheckedIsUnknown() {
    assertThat(checks(new TestRun()))
        .isEqualTo(new Checks(0, Mark.UNKNOWN, Mark.UNKNOWN, Mark.UNKNOWN));
    assertThat(
            checks(
                    new TestRun()
                        .recorded(new Recorded("", 9, 0, new TreeMap<>(), "it can't be", "")))
                .recorded())
        .isEqualTo(Mark.UNKNOWN);
  }

  @Test
  void aMarkNeedsEveryRunOfThePoint() {
    TestRun whole = new TestRun().recorded(compared("passed: all of it"));

    assertThat(checks(whole)).isEqualTo(new Checks(0, Mark.YES, Mark.YES, Mark.UNKNOWN));
    assertThat(checks(whole, new TestRun().recorded(compared(""))))
        .isEqualTo(new Checks(0, Mark.UNKNOWN, Mark.YES, Mark.UNKNOWN));
    assertThat(checks(whole, new TestRun().incorrect("lost a write")))
        .isEqualTo(new Checks(1, Mark.YES, Mark.YES, Mark.UNKNOWN));
  }

  private static TestRun history(double broken, double undecided) {
    return new TestRun().counter(Counters.BROKEN, broken).counter(Counters.UNDECIDED, undecided);
  }

  @Test
  void aHistoryHoldsOnlyIfAllWasDecided() {
    assertThat(checks(history(0, 0)).history()).isEqualTo(Mark.YES);
    assertThat(checks(history(0, 1)).history()).isEqualTo(Mark.UNKNOWN);
    assertThat(checks(history(0, 0), history(1, 1)).history()).isEqualTo(Mark.NO);
  }
}
