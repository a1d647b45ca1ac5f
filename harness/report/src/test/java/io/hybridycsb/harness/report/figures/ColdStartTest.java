package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ColdStartTest {
  private static TestRun first(String system, boolean steady) {
    return new TestRun()
        .system(system)
        .counter(Counters.EARLIER_RUNS, 0)
        .warmUp(
            new WarmUp(
                "auto",
                8,
                steady,
                List.of(
                    new WarmUpWindow(0, 8, 1_000, 4, 2), new WarmUpWindow(8, 16, 2_000, 4, 0.1))));
  }

  private static TestRun steady(String system) {
    return first(system, true)
        .counter(Counters.COLD_SERVING, 5)
        .counter(Counters.COLD_LOADING, 20)
        .counter(Counters.COLD_WARMING, 8)
        .counter(Counters.COLD_CPU, 70);
  }

  private static List<Figure> figures(TestRun... runs) {
    return new ColdStart(
            new MeasuredExperiment(
                "fig05-clients", Stream.of(runs).map(TestRun::measured).toList()))
        .figures();
  }

  private static String csv(List<Figure> figures, String id) {
    return figures.stream()
        .filter(figure -> figure.id().equals(id))
        .map(Figure::csvText)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aColdStartLastsFromTheClustersStartUntilOperationsCostWhatTheyAlwaysWill() {
    List<Figure> figures = figures(steady("etcd"));

    assertThat(csv(figures, "cold-start-seconds")).contains("etcd,33,33,33,1");
    assertThat(csv(figures, "cold-start-cpu")).contains("etcd,70,70,70,1");
    assertThat(csv(figures, "warm-up")).contains("etcd,0,8,1000,4,2", "etcd,8,16,2000,2,0.05");
  }

  @Test
  void aSystemThatWasNotSteadyHasNoLengthAndIsNamed() {
    List<Figure> figures = figures(steady("etcd"), first("veritas-kafka", false));

    assertThat(csv(figures, "cold-start-seconds")).doesNotContain("veritas-kafka");
    assertThat(figures.get(0).note())
        .isEqualTo("Not steady when their warm-up was ended: veritas-kafka.");
    assertThat(csv(figures, "warm-up")).contains("veritas-kafka,0,8");
  }

  @Test
  void laterRunsOnAClusterAreNoColdStarts() {
    assertThat(figures(steady("etcd").counter(Counters.EARLIER_RUNS, 1))).isEmpty();
    assertThat(figures(new TestRun())).isEmpty();
  }
}
