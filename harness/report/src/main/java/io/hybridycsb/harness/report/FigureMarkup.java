package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Chart;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.StackedChart;
import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.report.figures.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures in a page: title, chart, and what is to be seen in it. */
final class FigureMarkup {
  /** Letters of a note that are read without being asked for. */
  private static final int NOTE_MAX = 200;

  private FigureMarkup() {}

  static void figures(Markup page, List<Figure> figures) {
    legend(page, figures);
    page.open("div", "class", "figures");
    figures.forEach(figure -> figure(page, figure));
    page.close();
  }

  /** A group of figures, folded. */
  static void folded(Markup page, ExperimentFigures.Group group) {
    int charts = group.figures().size();
    page.open("details", "class", "more");
    page.element(
        "summary", "%s (%d %s)".formatted(group.title(), charts, charts == 1 ? "chart" : "charts"));
    figures(page, group.figures());
    if (!group.note().isEmpty()) {
      page.element("p", group.note(), "class", "note");
    }
    page.close();
  }

  /** A long one is folded: it tells where the numbers are from, in a paragraph. */
  private static void note(Markup page, String note) {
    if (note.length() > NOTE_MAX) {
      page.open("details", "class", "note").element("summary", "How this was measured");
      page.text(note).close();
    } else if (!note.isEmpty()) {
      page.element("p", note, "class", "note");
    }
  }

  /** The first sentence says the most, and is written so. */
  private static void seen(Markup page, String sentences) {
    String words = sentences.replace(" %", "\u00a0%").replace(" ms", "\u00a0ms");
    int end = words.indexOf(". ");
    String first = end < 0 ? words : words.substring(0, end + 1);
    page.open("p", "class", "seen").element("b", first);
    page.text(words.substring(first.length())).close();
  }

  /** One legend for all charts that show systems by colours without names. */
  private static void legend(Markup page, List<Figure> figures) {
    Map<String, Chart.LegendEntry> entries = new LinkedHashMap<>();
    figures.stream()
        .filter(figure -> !ownLegend(figure) && !namesItsOnly(figure))
        .forEach(
            figure ->
                figure.chart().legend().forEach(entry -> entries.putIfAbsent(entry.name(), entry)));
    if (entries.isEmpty()) {
      return;
    }
    page.open("div", "class", "legend");
    Chart.LegendEntry published = entries.remove(Chart.LegendEntry.PUBLISHED.name());
    entries.values().forEach(entry -> Drawing.legendEntry(page, entry));
    if (published != null) {
      Drawing.legendEntry(page, published);
    }
    page.close();
  }

  /** Whether a figure is about one system, which its title tells. */
  private static boolean namesItsOnly(Figure figure) {
    List<Chart.LegendEntry> entries = figure.chart().legend();
    return entries.size() == 1 && figure.title().contains(entries.get(0).name());
  }

  private static boolean ownLegend(Figure figure) {
    return figure.chart() instanceof StackedChart || figure.chart() instanceof RowChart;
  }

  private static void figure(Markup page, Figure figure) {
    page.open("figure", "id", figure.id());
    page.open("figcaption").element("b", figure.title()).text(" ").element("span", figure.unit());
    page.close();
    if (ownLegend(figure) && !figure.chart().legend().isEmpty()) {
      page.open("div", "class", "legend");
      figure.chart().legend().forEach(entry -> Drawing.legendEntry(page, entry));
      page.close();
    }
    Drawing.inline(page, figure.chart(), figure.title());
    if (!figure.seen().isEmpty()) {
      seen(page, figure.seen());
    }
    note(page, figure.note());
    page.close();
  }
}
