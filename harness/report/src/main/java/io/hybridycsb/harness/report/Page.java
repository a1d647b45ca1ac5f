package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.chart.Palette;
import io.hybridycsb.harness.results.runs.RunLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * The page that a person reads, without a network, other files or scripts.
 *
 * @param directory the page's directory, to which links to raw files are relative
 * @param archived whether there is an archive to link to
 */
record Page(
    RunLoader input, List<Section> sections, PageFiles files, Path directory, boolean archived) {
  /** Begins a page in the report's style. */
  static Markup open(String title) {
    return Markup.page(title, Palette.pageStyle() + Resource.text(Page.class, "report.css"));
  }

  String html() {
    Markup page = open("hybrid-ycsb report");
    Drawing.shapes(page);
    PageHead head = new PageHead(input, sections);
    head.header(page);
    page.open("main");
    new IncorrectRuns(directory, sections.stream().map(Section::experiment).toList()).write(page);
    head.summary(page);
    sections.forEach(section -> section(page, section));
    page.close();
    foot(page);
    page.open("script").raw(Resource.text(Page.class, "report.js")).close();
    return page.close().close() + "\n";
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
    PageTables.warnings(page, section.warnings());
    FigureMarkup.figures(page, section.main());
    new PointTable(section).write(page);
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
