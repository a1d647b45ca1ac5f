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
  void sharesOfOperationsStandBesideTheWorkloadsName() {
    assertThat(line(reading("0.25", "some")))
        .contains(" · workload A · mix insert 0.75, read 0.25 · ");
  }

  @Test
  void sharesThatAreVariedAreLeftOut() {
    assertThat(line(reading("0.25", "some"), reading("0.5", "others")))
        .contains("workload A")
        .doesNotContain("insert");
  }

  @Test
  void allValuesOfASettingAreNamedFromTheLeastToTheGreatest() {
    assertThat(
            line(
                new TestRun().property("recordcount", "20000"),
                new TestRun().repeat(2).property("recordcount", "2000")))
        .contains(" · records 2,000 or 20,000 · ")
        .endsWith(" · repeats 2");
  }
}
