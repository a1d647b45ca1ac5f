package io.hybridycsb.harness.report;

import java.util.List;

/** What the page says of one experiment. */
record Section(
    Experiment experiment,
    String title,
    List<ExperimentFigures.Group> groups,
    List<Published> published,
    List<Differences.Difference> differences,
    List<Warnings.Warning> warnings) {
  static Section of(Experiment experiment) {
    ExperimentFigures figures = new ExperimentFigures(experiment);
    String number = String.join(", ", experiment.figures());
    String title = (number.isEmpty() ? "" : "Figure " + number + " · ") + experiment.title();
    return new Section(
        experiment,
        title,
        figures.groups(),
        figures.published(),
        Differences.of(experiment, figures.published()),
        Warnings.of(experiment));
  }

  List<Figure> figures() {
    return groups.stream().flatMap(group -> group.figures().stream()).toList();
  }
}
