package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import java.util.List;
import java.util.Set;

/** The papers' numbers, from our own list. */
public final class PublishedFigures {
  private static final List<Published> ALL =
      Resource.text(PublishedFigures.class, "published-figures.csv")
          .lines()
          .skip(1)
          .map(Published::parse)
          .toList();

  private PublishedFigures() {}

  /** All published numbers of the figures that an experiment reproduces. */
  static List<Published> of(MeasuredExperiment experiment) {
    return of(experiment.paper(), experiment.figures());
  }

  /** All published numbers of these figures of a paper. */
  public static List<Published> of(Paper paper, Set<String> figures) {
    return ALL.stream()
        .filter(one -> one.paper() == paper && figures.contains(one.figure()))
        .toList();
  }
}
