package io.hybridycsb.harness.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.results.Soak;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SoakFiguresTest {
  private static TestRun run(double... values) {
    Soak soak = new Soak();
    for (int i = 0; i < values.length; i++) {
      soak.add(i + 0.5, Map.of(Soak.CPU, values[i]));
    }
    TestRun run = new TestRun().system("etcd");
    soak.counters().forEach(run::counter);
    return run;
  }

  private static MeasuredExperiment experiment(TestRun run) {
    return new MeasuredExperiment("soak", List.of(run.measured()));
  }

  @Test
  void eachSlopeHasAnIntervalAndAVerdict() {
    List<Figure> figures = new SoakFigures(experiment(run(1, 2.1, 2.9, 4, 5.1))).all();

    assertThat(figures).hasSize(1);
    assertThat(figures.get(0).title()).isEqualTo("Over hours · server CPU ms per operation");
    List<String> row = figures.get(0).table().get(1);
    assertThat(row).startsWith("etcd", "1", "5.1", "1.01").endsWith("rises");
    assertThat(row.get(4)).matches("0\\.9[0-9]* to 1\\.1[0-9]*");
    assertThat(figures.get(0).note()).isEqualTo("etcd: rises.");
    assertThat(figures.get(0).csv()).hasSize(6);
  }

  @Test
  void twoSectionsAreTooFewForAVerdict() {
    Figure figure = new SoakFigures(experiment(run(1, 2))).all().get(0);

    assertThat(figure.table().get(1)).endsWith("too few sections");
  }

  @Test
  void sectionsAreNotAmongTheOtherCounters() {
    MeasuredExperiment experiment = experiment(run(1, 2, 3));

    assertThat(new ExperimentFigures(experiment).main())
        .noneMatch(figure -> figure.title().contains(Soak.CPU));
    assertThat(new SoakFigures(experiment(new TestRun())).all()).isEmpty();
  }
}
