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

  /** One of them, with its point. */
  private record Incorrect(MeasuredExperiment experiment, MeasuredPoint point, MeasuredRun run) {}

  private final PageFiles files;
  private final Path directory;
  private final List<Incorrect> all = new ArrayList<>();

  /**
   * @param directory the page's directory, to which links to raw files are relative
   */
  IncorrectRuns(PageFiles files, Path directory, List<MeasuredExperiment> experiments) {
    this.files = files;
    this.directory = directory;
    for (MeasuredExperiment experiment : experiments) {
      for (MeasuredPoint point : experiment.points()) {
        point.runs().stream()
            .filter(run -> run.result().incorrect())
            .forEach(run -> all.add(new Incorrect(experiment, point, run)));
      }
    }
  }

  void write(Markup page) {
    if (all.isEmpty()) {
      return;
    }
    page.open("section", "class", "incorrect", "role", "alert");
    page.element("h2", "Failed for correctness: " + all.size());
    new Table<Incorrect>("wide")
        .heads("run", IncorrectRuns::where)
        .texts("failure", one -> one.run().result().failure())
        .texts("done again", IncorrectRuns::since)
        .cells(
            "files",
            (cell, one) -> files.raw(cell, directory, one.run().file().getParent(), "files"))
        .write(page, all.subList(0, Math.min(SHOWN_MAX, all.size())));
    if (all.size() > SHOWN_MAX) {
      page.element(
          "p", "%d more are among the experiments' warnings.".formatted(all.size() - SHOWN_MAX));
    }
    page.close();
  }

  private static String where(Incorrect one) {
    return one.experiment().name() + ", " + Warnings.where(one.run().result(), true);
  }

  /** What became of it; nothing tells if it was done again by runs that aren't read. */
  private static String since(Incorrect one) {
    if (!one.run().isEarlier()) {
      return "no";
    }
    int repeat = one.run().result().identity().repeat();
    return one.point().runs().stream()
            .filter(later -> !later.isEarlier())
            .anyMatch(later -> later.result().identity().repeat() == repeat)
        ? "yes; runs of this point that succeeded: " + one.point().counted().size()
        : "–";
  }
}
