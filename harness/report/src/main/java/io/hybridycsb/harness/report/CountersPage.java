package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What else was counted: whole distributions, counters, what each role used, every single run.
 *
 * @param directory the page's directory, to which links to raw files are relative
 */
record CountersPage(
    String title, List<MeasuredRun> runs, List<Section> sections, PageFiles files, Path directory) {
  String html() {
    Markup page = Page.open(title + ": what else was counted");
    Drawing.shapes(page);
    page.open("header", "class", "plain").open("p", "class", "brand");
    page.element("a", "← " + title, "href", files.pageLink()).close();
    page.element("h1", "What else was counted");
    page.element(
        "p",
        "For each experiment of the report: latency by percentile, what happens for each update,"
            + " the servers' counters, what each system's processes used, and every single run.",
        "class",
        "lead");
    Page.contents(page, sections);
    page.close().open("main");
    sections.forEach(section -> section(page, section));
    versions(page);
    page.close();
    page.open("script").raw(Resource.text(Page.class, "report.js")).close();
    return page.close().close() + "\n";
  }

  private void section(Markup page, Section section) {
    page.open("section", "id", section.id(), "class", "experiment");
    page.element("h2", section.title());
    page.open("p", "class", "settings").text(SettingsLine.of(section.experiment()) + " · ");
    page.element("a", "the main figures", "href", files.pageLink() + "#" + section.id()).close();
    section.more().forEach(group -> FigureMarkup.folded(page, group, section.claims()));
    CountedTables counted = new CountedTables(page, section.experiment());
    counted.events();
    counted.counters();
    counted.use();
    new RunsTable(files, directory, section.experiment()).write(page);
    page.close();
  }

  /** Told once for each system, since they seldom differ between runs. */
  private void versions(Markup page) {
    Map<String, TreeSet<String>> versions =
        runs.stream()
            .sorted(MeasuredRun.BY_SYSTEM)
            .collect(
                Collectors.groupingBy(
                    MeasuredRun::system,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        run -> PageTables.text(run.result().setup().versions()),
                        Collectors.toCollection(TreeSet::new))));
    page.open("section", "id", "versions").element("h2", "Versions");
    new Table<String>("wide")
        .heads("system", system -> system)
        .texts("versions", system -> String.join("; or ", versions.get(system)))
        .write(page, List.copyOf(versions.keySet()));
    page.close();
  }
}
