package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Chart;
import io.hybridycsb.harness.report.chart.Drawing;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.StackedChart;
import io.hybridycsb.harness.report.claims.Judgement;
import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.report.figures.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures in a page: title, chart, the papers' claims, and numbers. */
final class FigureMarkup {
  /** Letters of a note that are read without being asked for. */
  private static final int NOTE_MAX = 200;

  private FigureMarkup() {}

  static void figures(Markup page, List<Figure> figures) {
    figures(page, figures, Map.of());
  }

  /**
   * @param claims those that a figure is about, by the figure's name
   */
  static void figures(Markup page, List<Figure> figures, Map<String, List<Judgement>> claims) {
    legend(page, figures);
    page.open("div", "class", "figures");
    figures.forEach(figure -> figure(page, figure, claims.getOrDefault(figure.id(), List.of())));
    page.close();
  }

  /** A group of figures, folded. */
  static void folded(
      Markup page, ExperimentFigures.Group group, Map<String, List<Judgement>> claims) {
    int charts = group.figures().size();
    page.open("details", "class", "more");
    page.element(
        "summary", "%s (%d %s)".formatted(group.title(), charts, charts == 1 ? "chart" : "charts"));
    figures(page, group.figures(), claims);
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

  private static void numbers(Markup page, Figure figure) {
    if (!figure.table().isEmpty()) {
      List<String> names = figure.table().get(0);
      Table<List<String>> table = new Table<>("figures numbers");
      table.heads(names.get(0), line -> line.get(0));
      for (int i = 1; i < names.size(); i++) {
        int column = i;
        table.texts(names.get(i), line -> line.get(column));
      }
      table.folded(page, "Numbers", figure.table().subList(1, figure.table().size()));
    }
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

  private static void figure(Markup page, Figure figure, List<Judgement> claims) {
    page.open("figure", "id", figure.id());
    page.open("figcaption").element("b", figure.title()).text(" ").element("span", figure.unit());
    page.close();
    if (ownLegend(figure) && !figure.chart().legend().isEmpty()) {
      page.open("div", "class", "legend");
      figure.chart().legend().forEach(entry -> Drawing.legendEntry(page, entry));
      page.close();
    }
    Drawing.inline(page, figure.chart(), figure.title());
    ClaimsSection.below(page, claims);
    note(page, figure.note());
    numbers(page, figure);
    page.close();
  }
}
