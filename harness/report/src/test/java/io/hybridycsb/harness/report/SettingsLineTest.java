package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsLineTest {
  private static String line(TestRun... runs) {
    return SettingsLine.of(
        new MeasuredExperiment("a", Arrays.stream(runs).map(TestRun::measured).toList()));
  }

  private static TestRun reading(String share, String mix) {
    return new TestRun()
        .varied(Map.of("mix", mix))
        .property("workload", "workloada")
        .property("readproportion", share)
        .property("insertproportion", String.valueOf(1 - Double.parseDouble(share)));
  }

  @Test
  void aWorkloadIsNamedAsThePapersDo() {
    assertThat(line(new TestRun().property("workload", "workloada"))).contains(" · workload A · ");
  }

  @Test
  void sharesOfOperationsTakeThePlaceOfTheWorkloadsName() {
    assertThat(line(reading("0.25", "some")))
        .contains(" · 75 % inserts and 25 % reads · ")
        .doesNotContain("workload");
  }

  @Test
  void sharesThatAreVariedAreLeftOut() {
    assertThat(line(reading("0.25", "some"), reading("0.5", "others")))
        .doesNotContain("inserts", "workload");
  }

  @Test
  void sharesThatAreNotAllLeaveTheWorkloadsName() {
    assertThat(line(reading("0.25", "some").property("insertproportion", "0.5")))
        .contains("workload A");
  }
}
