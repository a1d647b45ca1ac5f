package io.hybridycsb.harness.report;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.RunLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes the page, and each figure as SVG and CSV beside it. */
public final class Report {
  private static final String FIGURES = "figures";

  private Report() {}

  /**
   * The written files.
   *
   * @param warnings the number of warnings in the page
   */
  public record Written(
      Path page, int experiments, int runs, int failedRuns, int figures, int warnings) {}

  /**
   * Writes a report.
   *
   * @param results directories or files of results
   * @param out a file whose name ends in .html, or a directory, where the page becomes index.html;
   *     figures go into figures/ beside the page
   */
  public static Written write(List<Path> results, Path out) {
    RunLoader input = RunLoader.load(results);
    boolean file = out.getFileName().toString().endsWith(".html");
    Path directory = (file ? out.toAbsolutePath().getParent() : out).toAbsolutePath().normalize();
    Path page = file ? out : out.resolve("index.html");
    List<MeasuredExperiment> experiments = MeasuredExperiment.of(input.runs());
    experiments.forEach(MeasuredExperiment::requireOneBuildEach);
    List<Section> sections = experiments.stream().map(Section::of).toList();
    try {
      Files.createDirectories(directory.resolve(FIGURES));
      Optional<Overview> overview =
          Overview.of(sections.stream().map(Section::experiment).toList());
      List<Figure> head =
          overview.stream()
              .flatMap(all -> Stream.concat(Stream.of(all.figure()), all.coldStart().stream()))
              .toList();
      head.forEach(figure -> write(directory, "At a glance", figure));
      int figures = head.size();
      for (Section section : sections) {
        for (Figure figure : section.figures()) {
          write(directory, section.title(), figure);
          figures++;
        }
      }
      String html = new Page(input, sections, directory.toRealPath()).html();
      Files.writeString(page, html, StandardCharsets.UTF_8);
      int warnings = sections.stream().mapToInt(section -> section.warnings().size()).sum();
      int failed = (int) input.runs().stream().filter(run -> !run.counts()).count();
      return new Written(
          page,
          sections.size(),
          input.runs().size(),
          failed,
          figures,
          warnings + input.unread().size());
    } catch (IOException e) {
      throw new HarnessException("cannot write the report: " + e.getMessage(), e);
    }
  }

  private static void write(Path directory, String where, Figure figure) {
    Path figures = directory.resolve(FIGURES);
    String svg = Drawing.file(figure.chart(), where + ": " + figure.title(), figure.unit());
    try {
      Files.writeString(figures.resolve(figure.id() + ".svg"), svg, StandardCharsets.UTF_8);
      Files.writeString(
          figures.resolve(figure.id() + ".csv"), figure.csvText(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new HarnessException("cannot write a figure: " + e.getMessage(), e);
    }
  }
}
