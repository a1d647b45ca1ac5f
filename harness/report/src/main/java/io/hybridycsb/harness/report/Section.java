package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.claims.Judgement;
import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.report.load.OfferedFigures;
import io.hybridycsb.harness.report.load.SoakFigures;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The pages' sections about one experiment.
 *
 * @param claims those that a figure is about, by the figure's name
 */
record Section(
    MeasuredExperiment experiment,
    String title,
    List<Figure> main,
    List<ExperimentFigures.Group> more,
    List<Published> published,
    List<SetupDifferences.Difference> differences,
    Map<String, List<String>> warnings,
    Map<String, List<Judgement>> claims) {
  static Section of(MeasuredExperiment experiment, Map<String, List<Judgement>> claims) {
    ExperimentFigures figures = new ExperimentFigures(experiment);
    return new Section(
        experiment,
        title(experiment),
        main(experiment, figures),
        figures.more(),
        experiment.offersShares() ? List.of() : figures.published(),
        experiment.offersShares() ? List.of() : SetupDifferences.of(experiment),
        Warnings.of(experiment),
        claims);
  }

  /** Load over time first, if it isn't even. */
  private static List<Figure> main(MeasuredExperiment experiment, ExperimentFigures figures) {
    List<Figure> main = new ArrayList<>(new OfferedFigures(experiment).all());
    main.addAll(new SoakFigures(experiment).all());
    main.addAll(figures.main());
    return main;
  }

  private static String title(MeasuredExperiment experiment) {
    String number = String.join(", ", experiment.figures()).replace("table", "table ");
    if (number.isEmpty()) {
      return experiment.title();
    }
    String where = Published.where(number);
    return "%s · %s"
        .formatted(
            experiment.isOf(Paper.VLDB22)
                ? where.substring(0, 1).toUpperCase(Locale.ROOT) + where.substring(1)
                : experiment.paper().word() + ", " + where,
            experiment.title());
  }

  /** Its place in a page. */
  String id() {
    return experiment.name();
  }

  List<Figure> figures() {
    List<Figure> all = new ArrayList<>(main);
    more.forEach(group -> all.addAll(group.figures()));
    return all;
  }

  /** What the page of counters has about it. */
  String counted() {
    StringBuilder counted = new StringBuilder();
    for (ExperimentFigures.Group group : more) {
      counted.append(group.title()).append(" (").append(group.figures().size()).append("), ");
    }
    String text =
        counted
            .append("use by role and all runs (%d)".formatted(experiment.runs().size()))
            .toString();
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
