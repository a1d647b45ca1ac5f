package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs that failed for correctness, at the head of the page: later runs of the same point don't
 * undo them.
 */
final class IncorrectRuns {
  private static final int SHOWN_MAX = 20;

  /**
   * One of them.
   *
   * @param again whether a later run in its place is among those read
   * @param succeeded how many runs of its point count
   */
  private record Line(MeasuredRun run, String where, boolean again, long succeeded) {
    String text() {
      String since = "";
      if (run.isEarlier() && again) {
        since =
            succeeded == 0
                ? " It was done again, and failed."
                : " It was done again; %d %s of this point succeeded."
                    .formatted(succeeded, succeeded == 1 ? "run" : "runs");
      }
      return "%s: %s.%s ".formatted(where, run.result().failure(), since);
    }

    static boolean isOfSamePlace(MeasuredRun one, MeasuredRun other) {
      return one.result().identity().repeat() == other.result().identity().repeat();
    }
  }

  private final Path directory;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param directory the page's directory, to which links to raw files are relative
   */
  IncorrectRuns(Path directory, List<MeasuredExperiment> experiments) {
    this.directory = directory;
    for (MeasuredExperiment experiment : experiments) {
      for (MeasuredPoint point : experiment.points()) {
        point.runs().stream()
            .filter(run -> run.result().incorrect())
            .forEach(
                run ->
                    lines.add(
                        new Line(
                            run,
                            experiment.name() + ", " + Warnings.where(run.result(), true),
                            point.runs().stream()
                                .anyMatch(
                                    later -> !later.isEarlier() && Line.isOfSamePlace(later, run)),
                            point.runs().stream().filter(MeasuredRun::counts).count())));
      }
    }
  }

  void write(Markup page) {
    if (lines.isEmpty()) {
      return;
    }
    page.open("section", "class", "incorrect", "role", "alert");
    page.element(
        "h2", lines.size() == 1 ? "A run failed for correctness" : "Runs failed for correctness");
    page.open("ul");
    for (Line line : lines.subList(0, Math.min(SHOWN_MAX, lines.size()))) {
      page.open("li").text(line.text());
      Path files = line.run().file().getParent();
      page.element("a", "Its files", "href", PageFiles.relative(directory, files)).close();
    }
    page.close();
    if (lines.size() > SHOWN_MAX) {
      page.element(
          "p", "%d more are among the experiments' warnings.".formatted(lines.size() - SHOWN_MAX));
    }
    page.close();
  }
}
