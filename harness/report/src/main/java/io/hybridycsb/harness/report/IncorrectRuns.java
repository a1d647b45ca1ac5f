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

  /** One of them, in words. */
  private record Line(MeasuredRun run, String text) {}

  private final Path directory;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param directory the page's directory, to which links to raw files are relative
   */
  IncorrectRuns(Path directory, List<MeasuredExperiment> experiments) {
    this.directory = directory;
    for (MeasuredExperiment experiment : experiments) {
      for (MeasuredPoint point : experiment.points()) {
        for (MeasuredRun run : point.runs()) {
          if (run.result().incorrect()) {
            String where = experiment.name() + ", " + Warnings.where(run.result(), true);
            lines.add(
                new Line(
                    run, "%s: %s.%s ".formatted(where, run.result().failure(), since(run, point))));
          }
        }
      }
    }
  }

  /** What became of it if a later run in its place is among those read. */
  private static String since(MeasuredRun run, MeasuredPoint point) {
    int repeat = run.result().identity().repeat();
    boolean again =
        point.runs().stream()
            .filter(later -> !later.isEarlier())
            .anyMatch(later -> later.result().identity().repeat() == repeat);
    if (!run.isEarlier() || !again) {
      return "";
    }
    int succeeded = point.counted().size();
    return succeeded == 0
        ? " It was done again, and failed."
        : " It was done again; %d %s of this point succeeded."
            .formatted(succeeded, succeeded == 1 ? "run" : "runs");
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
