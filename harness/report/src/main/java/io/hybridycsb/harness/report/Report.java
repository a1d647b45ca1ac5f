package io.hybridycsb.harness.report;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.report.claims.Claims;
import io.hybridycsb.harness.report.claims.JudgedClaims;
import io.hybridycsb.harness.report.claims.JudgedFiles;
import io.hybridycsb.harness.report.claims.Judgement;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.RunLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes a report: the page that a person reads, a page of counters, and an archive if asked. */
public final class Report {
  private Report() {}

  /**
   * The written files.
   *
   * @param counters the page with what else was counted
   * @param archive missing if it wasn't asked for
   * @param warnings the number of warnings in the page
   * @param claims what the results say of the papers' claims
   */
  public record Written(
      Path page,
      Path counters,
      Optional<Path> archive,
      int experiments,
      Runs runs,
      int figures,
      int warnings,
      JudgedClaims claims) {}

  /**
   * How many runs there are.
   *
   * @param incorrect those of the failed ones that failed for correctness
   */
  public record Runs(int all, int failed, int incorrect) {
    private static Runs of(List<MeasuredRun> runs) {
      return new Runs(
          runs.size(),
          (int) runs.stream().filter(run -> !run.counts()).count(),
          (int) runs.stream().filter(run -> run.result().incorrect()).count());
    }
  }

  /** Writes a report without claims. */
  public static Written write(List<Path> results, Path out, boolean archived) {
    return write(results, out, archived, Claims.none());
  }

  /** Writes a report with a title of what it holds. */
  public static Written write(List<Path> results, Path out, boolean archived, Claims claims) {
    return write(results, out, archived, claims, Optional.empty());
  }

  /**
   * Writes a report.
   *
   * @param results directories or files of results
   * @param out a file whose name ends in .html, or a directory, where the page becomes index.html
   * @param archived whether to write an archive of all figures and results beside the page
   * @param claims of the papers, to be judged
   * @param wanted the title; without it, one that says what the report holds
   */
  public static Written write(
      List<Path> results, Path out, boolean archived, Claims claims, Optional<String> wanted) {
    RunLoader input = RunLoader.load(results);
    HeldRates held = HeldRates.load(results);
    PageFiles all = PageFiles.at(out);
    PageFiles files = archived ? all.withArchiveOf(input.runs()) : all;
    List<MeasuredExperiment> experiments = MeasuredExperiment.of(input.runs());
    experiments.forEach(MeasuredExperiment::requireOneBuildEach);
    JudgedClaims judged = JudgedClaims.of(claims, experiments);
    Map<String, List<Judgement>> byFigure = judged.byFigure();
    List<Section> sections =
        experiments.stream().flatMap(experiment -> sections(experiment, byFigure)).toList();
    List<Figure> head = head(sections);
    String title = wanted.orElseGet(() -> Page.titleOf(experiments));
    try {
      Files.createDirectories(files.directory());
      Path directory = files.directory().toRealPath();
      WholeFile.write(
          files.page(), new Page(title, input, held, sections, judged, files, directory).html());
      WholeFile.write(
          files.counters(),
          new CountersPage(title, input.runs(), sections, files, directory).html());
      if (judged.areAny()) {
        WholeFile.write(files.claims(), JudgedFiles.json(judged));
      }
      if (archived) {
        Archive archive = new Archive();
        head.forEach(figure -> archive.figure("Overview", figure));
        sections.forEach(
            section -> section.figures().forEach(one -> archive.figure(section.title(), one)));
        if (judged.areAny()) {
          archive.text("claims.json", JudgedFiles.json(judged));
          archive.text("claims.csv", JudgedFiles.csv(judged));
        }
        archive.runs(input.runs());
        held.found().forEach(one -> archive.file(input.runs(), one.file(), one.text()));
        archive.write(files.archive());
      }
    } catch (IOException e) {
      throw new HarnessException("cannot write the report: " + e.getMessage(), e);
    }
    return new Written(
        files.page(),
        files.counters(),
        archived ? Optional.of(files.archive()) : Optional.empty(),
        experiments.size(),
        Runs.of(input.runs()),
        head.size() + sections.stream().mapToInt(section -> section.figures().size()).sum(),
        input.unread().size()
            + held.unread().size()
            + sections.stream().mapToInt(section -> section.warnings().size()).sum(),
        judged);
  }

  /** Runs that offer shares of a capacity have another load, and a section of their own. */
  private static Stream<Section> sections(
      MeasuredExperiment experiment, Map<String, List<Judgement>> claims) {
    MeasuredExperiment others = experiment.withoutShares();
    return (others.runs().isEmpty()
            ? Stream.of(experiment)
            : Stream.concat(Stream.of(others), experiment.shares().stream()))
        .map(part -> Section.of(part, claims));
  }

  private static List<Figure> head(List<Section> sections) {
    return Overview.of(sections.stream().map(Section::experiment).toList()).stream()
        .flatMap(all -> Stream.concat(Stream.of(all.figure()), all.coldStart().stream()))
        .toList();
  }
}
