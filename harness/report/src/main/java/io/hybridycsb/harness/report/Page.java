package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.chart.Palette;
import io.hybridycsb.harness.report.claims.JudgedClaims;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.RunLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The page that a person reads, without a network, other files or scripts.
 *
 * @param directory the page's directory, to which links to raw files are relative
 * @param archived whether there is an archive to link to
 */
record Page(
    RunLoader input,
    List<Section> sections,
    JudgedClaims claims,
    PageFiles files,
    Path directory,
    boolean archived) {
  /** Begins a page in the report's style. */
  static Markup open(String title) {
    return Markup.page(title, Palette.pageStyle() + Resource.text(Page.class, "report.css"));
  }

  String html() {
    Markup page = open("hybrid-ycsb report");
    Drawing.shapes(page);
    header(page);
    page.open("main");
    new IncorrectRuns(directory, experiments()).write(page);
    summary(page);
    sections.forEach(section -> section(page, section));
    page.close();
    foot(page);
    page.open("script").raw(Resource.text(Page.class, "report.js")).close();
    return page.close().close() + "\n";
  }

  /** Title and facts. */
  private void header(Markup page) {
    page.open("header");
    page.element("p", "hybrid-ycsb", "class", "brand");
    page.element("h1", "Hybrid blockchain databases, measured");
    page.open("dl", "class", "facts");
    fact(page, "Runs", runs());
    fact(page, "Machine", machines());
    fact(page, "Measured", days());
    page.close();
    if (!input.unread().isEmpty()) {
      PageTables.warnings(page, Map.of("Some results could not be read", input.unread()));
    }
    page.close();
  }

  /** The headline, links to all experiments, and the common facts of them. */
  private void summary(Markup page) {
    Optional<Overview> all = Overview.of(experiments());
    all.ifPresent(overview -> new Headline(overview, experiments()).write(page));
    PageTables.differences(
        page, "What differs from the paper", SetupDifferences.general(experiments()));
    contents(page, sections);
    ClaimsSection.write(page, claims);
    all.ifPresent(overview -> coldStart(page, overview.coldStart()));
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
    OwnSettings.write(page, section.experiment());
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
    if (archived) {
      page.open("p").text("Every figure as SVG and CSV, and every run's result: ");
      page.element("a", files.archiveLink(), "href", files.archiveLink()).text(".").close();
    } else {
      page.open("p").text("Every figure as SVG and CSV, and every run's result, in one archive: ");
      page.element("code", "bin/hybrid report RESULTS... --archive").text(".").close();
    }
    page.close();
  }
}
