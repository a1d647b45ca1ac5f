package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.report.chart.SeriesStyle;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SystemStylesTest {
  private static MeasuredExperiment of(TestRun... runs) {
    return new MeasuredExperiment(
        "fig05-clients", List.of(runs).stream().map(TestRun::measured).toList());
  }

  private static SeriesStyle style(String system) {
    return SystemStyles.of(of(new TestRun().system(system)), system);
  }

  private static final List<SeriesStyle> OURS =
      Systems.names().stream().map(SystemStylesTest::style).toList();

  @Test
  void noTwoSystemsLookTheSame() {
    assertThat(OURS).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, SeriesStyle.STYLES).mapToObj(SeriesStyle::of))
        .doesNotHaveDuplicates();
  }

  @Test
  void aSystemOfWhichNobodyTellsAPlaceLooksLikeNoneOfOurs() {
    IntStream.range(0, 1_000)
        .mapToObj(i -> style("other" + i))
        .forEach(style -> assertThat(OURS).doesNotContain(style));
    assertThat(style("other")).isEqualTo(style("other"));
  }

  @Test
  void aSystemThatThisReleaseHasNotGotLooksAndStandsAsItsResultsTell() {
    MeasuredExperiment experiment =
        of(
            new TestRun().system("unknown"),
            new TestRun().system("theirs").place(2),
            new TestRun().system(Systems.names().get(0)).place(99));

    assertThat(experiment.systems()).containsExactly(Systems.names().get(0), "theirs", "unknown");
    assertThat(SystemStyles.of(experiment, "theirs")).isEqualTo(OURS.get(1));
    assertThat(SystemStyles.of(experiment, Systems.names().get(0))).isEqualTo(OURS.get(0));
  }
}
