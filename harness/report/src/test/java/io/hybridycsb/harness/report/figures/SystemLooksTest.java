package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SystemLooksTest {
  private static MeasuredExperiment of(TestRun... runs) {
    return new MeasuredExperiment(
        "fig05-clients", List.of(runs).stream().map(TestRun::measured).toList());
  }

  private static Look look(String system) {
    return SystemLooks.of(of(new TestRun().system(system)), system);
  }

  private static final List<Look> OURS =
      Systems.names().stream().map(SystemLooksTest::look).toList();

  @Test
  void noTwoSystemsLookTheSame() {
    assertThat(OURS).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, Look.LOOKS).mapToObj(Look::of)).doesNotHaveDuplicates();
  }

  @Test
  void aSystemOfWhichNobodyTellsAPlaceLooksLikeNoneOfOurs() {
    IntStream.range(0, 1_000)
        .mapToObj(i -> look("other" + i))
        .forEach(look -> assertThat(OURS).doesNotContain(look));
    assertThat(look("other")).isEqualTo(look("other"));
  }

  @Test
  void aSystemThatThisReleaseHasNotGotLooksAndStandsAsItsResultsTell() {
    MeasuredExperiment experiment =
        of(
            new TestRun().system("unknown"),
            new TestRun().system("theirs").place(2),
            new TestRun().system(Systems.names().get(0)).place(99));

    assertThat(experiment.systems()).containsExactly(Systems.names().get(0), "theirs", "unknown");
    assertThat(SystemLooks.of(experiment, "theirs")).isEqualTo(OURS.get(1));
    assertThat(SystemLooks.of(experiment, Systems.names().get(0))).isEqualTo(OURS.get(0));
  }
}
