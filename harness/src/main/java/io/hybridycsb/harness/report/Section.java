package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import java.util.ArrayList;
import java.util.List;

/** The page's section about one experiment. */
record Section(
    MeasuredExperiment experiment,
    String title,
    List<Figure> main,
    List<ExperimentFigures.Group> more,
    List<Published> published,
    List<SetupDifferences.Difference> differences,
    List<Warnings.Warning> warnings) {
  static Section of(MeasuredExperiment experiment) {
    ExperimentFigures figures = new ExperimentFigures(experiment);
    String number = String.join(", ", experiment.figures());
    String title = (number.isEmpty() ? "" : "Figure " + number + " · ") + experiment.title();
    return new Section(
        experiment,
        title,
        figures.main(),
        figures.more(),
        figures.published(),
        SetupDifferences.of(experiment),
        Warnings.of(experiment));
  }

  List<Figure> figures() {
    List<Figure> all = new ArrayList<>(main);
    more.forEach(group -> all.addAll(group.figures()));
    return all;
  }
}
