package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.report.chart.Chart;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.chart.Palette;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.StackedChart;
import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.runs.RunLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page, which can be read without a network, other files or scripts. */
final class Page {
  private final RunLoader input;
  private final List<Section> sections;
  private final Path directory;

  /**
   * @param directory the page's directory, to which links to raw files are relative
   */
  Page(RunLoader input, List<Section> sections, Path directory) {
    this.input = input;
    this.sections = sections;
    this.directory = directory;
  }

  String html() {
    String style = Palette.pageStyle() + Resource.text(Page.class, "report.css");
    Markup page = Markup.page("hybrid-ycsb report", style);
    PageHead head = new PageHead(input, sections);
    head.header(page);
    page.open("main");
    head.summary(page);
    sections.forEach(section -> section(page, section));
    page.close();
    page.open("script").raw(Resource.text(Page.class, "report.js")).close();
    return page.close().close() + "\n";
  }

  private void section(Markup page, Section section) {
    page.open("section", "id", section.experiment().name(), "class", "experiment");
    page.element("h2", section.title());
    page.element("p", SettingsLine.of(section.experiment()), "class", "settings");
    warnings(page, section.warnings());
    figures(page, section.title(), section.main());
    for (ExperimentFigures.Group group : section.more()) {
      int charts = group.figures().size();
      page.open("details", "class", "more");
      page.element(
          "summary",
          "%s (%d %s)".formatted(group.title(), charts, charts == 1 ? "chart" : "charts"));
      figures(page, section.title(), group.figures());
      page.close();
    }
    new PageTables(directory).write(page, section);
    page.close();
  }

  static void figures(Markup page, String where, List<Figure> figures) {
    legend(page, figures);
    page.open("div", "class", "figures");
    figures.forEach(figure -> figure(page, where, figure));
    page.close();
  }

  static void warnings(Markup page, List<Warnings.Warning> warnings) {
    if (warnings.isEmpty()) {
      return;
    }
    page.open("ul", "class", "warnings");
    for (Warnings.Warning warning : warnings) {
      page.open("li");
      if (warning.details().isEmpty()) {
        page.text(warning.summary());
      } else {
        page.open("details").element("summary", warning.summary()).open("ul");
        warning.details().forEach(detail -> page.element("li", detail));
        page.close().close();
      }
      page.close();
    }
    page.close();
  }

  /** One legend for all charts that show systems by colours without names. */
  private static void legend(Markup page, List<Figure> figures) {
    Map<String, Chart.LegendEntry> entries = new LinkedHashMap<>();
    figures.stream()
        .filter(figure -> !ownLegend(figure))
        .forEach(
            figure ->
                figure.chart().legend().forEach(entry -> entries.putIfAbsent(entry.name(), entry)));
    if (entries.isEmpty()) {
      return;
    }
    page.open("div", "class", "legend");
    Chart.LegendEntry published = entries.remove(Plot.PUBLISHED);
    entries.values().forEach(entry -> Drawing.legendEntry(page, entry));
    if (published != null) {
      Drawing.legendEntry(page, published);
    }
    page.close();
  }

  private static boolean ownLegend(Figure figure) {
    return figure.chart() instanceof StackedChart || figure.chart() instanceof RowChart;
  }

  static void figure(Markup page, String where, Figure figure) {
    page.open("figure", "id", figure.id());
    page.open("figcaption").element("b", figure.title()).text(" ").element("span", figure.unit());
    page.close();
    if (ownLegend(figure) && !figure.chart().legend().isEmpty()) {
      page.open("div", "class", "legend");
      figure.chart().legend().forEach(entry -> Drawing.legendEntry(page, entry));
      page.close();
    }
    Drawing.inline(page, figure.chart(), where + ": " + figure.title());
    page.open("p", "class", "below");
    if (!figure.note().isEmpty()) {
      page.element("span", figure.note(), "class", "note").text(" ");
    }
    page.element("a", "SVG", "href", "figures/" + figure.id() + ".svg").text(" ");
    page.element("a", "CSV", "href", "figures/" + figure.id() + ".csv");
    page.close().close();
  }
}
