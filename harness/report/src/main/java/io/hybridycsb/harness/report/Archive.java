package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.files.ZipOfFiles;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Every figure as SVG and CSV, and every run's result, in one file. The same report has the same
 * archive, byte by byte.
 */
final class Archive {
  private final ZipOfFiles zip = new ZipOfFiles();

  /**
   * Adds a figure.
   *
   * @param where what it is about, for its title
   */
  void figure(String where, Figure figure) {
    String svg = Drawing.file(figure.chart(), where + ": " + figure.title(), figure.unit());
    text("figures/" + figure.id() + ".svg", svg);
    text("figures/" + figure.id() + ".csv", figure.csvText());
  }

  void text(String name, String content) {
    zip.text(name, content);
  }

  /**
   * Adds results, and what is drawn of them second by second, from which a report can be made.
   * Results are written again: those of an older release may hold secrets that this one hides.
   */
  void runs(List<MeasuredRun> runs) {
    Path root = root(runs);
    for (MeasuredRun run : runs) {
      String result = Json.text(run.result());
      text(name(root, run.file()), result);
      Path timeline = run.file().resolveSibling(RunFiles.TIMELINE);
      if (Files.isRegularFile(timeline)) {
        zip.file(name(root, timeline), timeline);
      }
    }
  }

  /** Adds a file as it is, if it stands below the runs' root. */
  void file(List<MeasuredRun> runs, Path file, String content) {
    Path root = root(runs);
    if (file.startsWith(root)) {
      text(name(root, file), content);
    }
  }

  /** The directory that the directories of all runs are in, or are. */
  static Path root(List<MeasuredRun> runs) {
    List<Path> directories = runs.stream().map(run -> run.file().getParent()).toList();
    Path common = directories.get(0);
    for (Path directory : directories) {
      while (!directory.startsWith(common)) {
        common = common.getParent();
      }
    }
    return common;
  }

  /** A file's name in the archive, with slashes on every machine. */
  static String name(Path root, Path file) {
    StringBuilder name = new StringBuilder("results");
    root.relativize(file).forEach(part -> name.append('/').append(part));
    return name.toString();
  }

  /** Writes the whole file or nothing. */
  void write(Path file) throws IOException {
    zip.write(file);
  }
}
