package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.chart.Palette;
import io.hybridycsb.harness.report.claims.JudgedClaims;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.RunLoader;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page that a person reads, without a network, other files or scripts.
 *
 * @param directory the page's directory, to which links to raw files are relative
 */
record Page(
    String title,
    RunLoader input,
    HeldRates held,
    List<Section> sections,
    JudgedClaims claims,
    PageFiles files,
    Path directory) {
  /** More systems or figures are counted in a title. */
  private static final int NAMED_MAX = 2;

  private static final int FIGURES_MAX = 4;

  /** Begins a page in the report's style. */
  static Markup open(String title) {
    return Markup.page(title, Palette.pageStyle() + Resource.text(Page.class, "report.css"));
  }

  String html() {
    Markup page = open(title);
    Drawing.shapes(page);
    header(page);
    page.open("main");
    new IncorrectRuns(files, directory, experiments()).write(page);
    summary(page);
    sections.forEach(section -> section(page, section));
    page.close();
    foot(page);
    page.open("script").raw(Resource.text(Page.class, "report.js")).close();
    return page.close().close() + "\n";
  }

  /** What a report is of, for its title: the figures of a paper, or its experiments. */
  static String titleOf(List<MeasuredExperiment> experiments) {
    Set<String> systems =
        experiments.stream()
            .flatMap(one -> one.systems().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    String whose =
        systems.size() <= NAMED_MAX ? String.join(" and ", systems) : systems.size() + " systems";
    return "%s: %s".formatted(what(experiments), whose);
  }

  private static String what(List<MeasuredExperiment> experiments) {
    Set<String> papers = new LinkedHashSet<>();
    Set<String> figures = new LinkedHashSet<>();
    for (MeasuredExperiment one : experiments) {
      papers.add(one.figures().isEmpty() ? "" : one.paper().word());
      figures.addAll(one.figures());
    }
    String paper = String.join(" and ", papers);
    if (experiments.size() == 1 && figures.isEmpty()) {
      return experiments.get(0).title();
    }
    if (papers.contains("")) {
      return experiments.size() + " experiments";
    }
    if (papers.size() > 1 || figures.size() > FIGURES_MAX) {
      return "%s, %d experiments".formatted(paper, experiments.size());
    }
    String where = Published.where(String.join(", ", figures));
    return "%s%s of %s"
        .formatted(where.substring(0, 1).toUpperCase(Locale.ROOT), where.substring(1), paper);
  }

  /** Title and facts. */
  private void header(Markup page) {
    page.open("header");
    page.element("p", "hybrid-ycsb", "class", "brand");
    page.element("h1", title);
    page.open("dl", "class", "facts");
    fact(page, "Runs", runs());
    fact(page, "Machine", machines());
    fact(page, "Measured", days());
    page.close();
    List<String> unread = Stream.concat(input.unread().stream(), held.unread().stream()).toList();
    if (!unread.isEmpty()) {
      PageTables.warnings(page, Map.of("Some results could not be read", unread));
    }
    page.close();
  }

  /** The headline, links to all experiments, and the common facts of them. */
  private void summary(Markup page) {
    List<Overview> all = Overview.all(experiments());
    List<Headline> tables =
        all.stream().map(overview -> new Headline(overview, experiments())).toList();
    tables.stream()
        .findFirst()
        .ifPresent(first -> first.write(page, tables.subList(1, tables.size())));
    PageTables.differences(
        page, "What differs from the paper", SetupDifferences.general(experiments()));
    held.write(page);
    contents(page, sections);
    ClaimsSection.write(page, claims);
    all.stream().findFirst().ifPresent(overview -> coldStart(page, overview.coldStart()));
  }

  private List<MeasuredExperiment> experiments() {
    return sections.stream().map(Section::experiment).toList();
  }

  private static void coldStart(Markup page, List<Figure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    page.open("section", "id", "cold-start").element("h2", "From cold to steady");
    page.element(
        "p", "Start, load, and operations until steady; in no figure below.", "class", "settings");
    FigureMarkup.figures(page, figures);
    page.close();
  }

  private static void fact(Markup page, String name, String value) {
    page.open("div").element("dt", name).element("dd", value).close();
  }

  /** A run that belongs to several figures has a file in each. */
  private String runs() {
    int places = input.runs().size();
    long runs = input.runs().stream().map(Page::started).distinct().count();
    long failed =
        input.runs().stream().filter(run -> !run.counts()).map(Page::started).distinct().count();
    return runs
        + (runs == places ? "" : ", shown in " + places + " places")
        + (failed == 0 ? "; none of these failed" : "; " + failed + " of these failed");
  }

  /** The same for one run in several experiments; no two runs end after the same time. */
  private static List<Object> started(MeasuredRun run) {
    return List.of(
        run.system(),
        run.result().outcome().started(),
        run.result().outcome().seconds(),
        run.result().failure());
  }

  private String machines() {
    Set<String> machines = new TreeSet<>();
    input
        .runs()
        .forEach(run -> machines.add(SettingsByName.machine(run.result().setup().machine())));
    return String.join("; ", machines);
  }

  private String days() {
    List<String> days =
        input.runs().stream()
            .map(run -> run.result().outcome().started())
            .map(started -> started.length() >= 10 ? started.substring(0, 10) : started)
            .sorted()
            .toList();
    String first = days.get(0);
    String last = days.get(days.size() - 1);
    return first.equals(last) ? first : first + " to " + last;
  }

  /** Links to the experiments' sections. */
  static void contents(Markup page, List<Section> sections) {
    page.open("nav", "aria-label", "Experiments").open("ol");
    for (Section section : sections) {
      page.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }
    page.close().close();
  }

  private void section(Markup page, Section section) {
    page.open("section", "id", section.id(), "class", "experiment");
    page.element("h2", section.title());
    page.element("p", SettingsLine.of(section.experiment()), "class", "settings");
    SettingsLine.Own.write(page, section.experiment());
    PageTables.warnings(page, section.warnings());
    FigureMarkup.figures(page, section.main(), section.claims());
    PageTables.published(page, section.published());
    PageTables.differences(
        page, "What differs from the paper in this figure", section.differences());
    page.open("p", "class", "onward");
    page.element("a", section.counted(), "href", files.countersLink() + "#" + section.id());
    page.close().close();
  }

  private void foot(Markup page) {
    page.open("footer");
    if (files.archived().isPresent()) {
      page.open("p").text("Every figure as SVG and CSV, and every run's result: ");
      page.element("a", files.archiveLink(), "href", files.archiveLink()).text(".").close();
    } else {
      page.open("p").text("Every figure as SVG and CSV, and every run's result, in one archive: ");
      page.element("code", "bin/hybrid report RESULTS... --archive").text(".").close();
    }
    page.close();
  }
}
