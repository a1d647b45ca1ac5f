package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/** Turns charts into SVG: inline in a page, or a file of its own with title, legend and style. */
public final class Drawing {
  private static final int PADDING = 12;
  private static final int LEGEND_ROW = 18;

  private Drawing() {}

  /**
   * Draws without style and legend, which the page has.
   *
   * @param description a text for screen readers
   */
  public static void inline(Markup page, Chart chart, String description) {
    page.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(Chart.WIDTH, chart.height()),
        "role",
        "img",
        "aria-label",
        description);
    chart.draw(page);
    page.close();
  }

  /** The shapes that all inline charts of a page refer to; must be in it once. */
  public static void shapes(Markup page) {
    page.open("svg", "class", "shapes", "width", 0, "height", 0, "aria-hidden", "true");
    SeriesStyle.shapes(page);
    page.close();
  }

  /** One entry of a legend, inline in a page. */
  public static void legendEntry(Markup page, Chart.LegendEntry entry) {
    page.open("span", "class", "key");
    page.open("svg", "viewBox", "-9 -7 18 14", "aria-hidden", "true");
    entry.swatch().accept(page);
    page.close().text(entry.name()).close();
  }

  /** A complete SVG file. */
  public static String file(Chart chart, String title, String subtitle) {
    Markup svg = new Markup();
    Markup legend = new Markup();
    int legendHeight = drawLegend(legend, chart.legend());
    int head = 44;
    int width = Chart.WIDTH + 2 * PADDING;
    int height = head + legendHeight + chart.height() + PADDING;
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 %d %d".formatted(width, height),
        "width",
        width,
        "height",
        height,
        "role",
        "img",
        "aria-label",
        title);
    svg.open("style").raw(Palette.fileStyle()).close();
    SeriesStyle.shapes(svg);
    svg.empty("rect", "class", "ground", "width", width, "height", height);
    svg.element("text", title, "class", "title", "x", PADDING, "y", 20);
    svg.element("text", subtitle, "class", "subtitle", "x", PADDING, "y", 36);
    svg.open("g", "transform", "translate(%d,%d)".formatted(PADDING, head)).add(legend).close();
    svg.open("g", "transform", "translate(%d,%d)".formatted(PADDING, head + legendHeight));
    chart.draw(svg);
    return svg.close().close() + "\n";
  }

  /**
   * A text of a chart.
   *
   * @param anchor the part of the text that lies at x: start, middle or end
   */
  static void text(Markup svg, String text, String style, double x, double y, String anchor) {
    svg.element("text", text, "class", style, "x", x, "y", y, "text-anchor", anchor);
  }

  /** Opens a group of an axis' labels; their places are relative to the group's. */
  static void openTicks(Markup svg, String anchor, double x, double y) {
    String place = "translate(%s,%s)".formatted(Markup.coordinate(x), Markup.coordinate(y));
    svg.open(
        "g", "class", "tick", "text-anchor", anchor, "transform", x == 0 && y == 0 ? null : place);
  }

  /** What an axis is of, around x. */
  static void label(Markup svg, String text, double x, double y) {
    svg.element("text", text, "class", "label", "x", x, "y", y);
  }

  static void rectangle(Markup svg, String style, double x, double y, double width, double height) {
    svg.empty("rect", "class", style, "x", x, "y", y, "width", width, "height", height);
  }

  private static int drawLegend(Markup svg, List<Chart.LegendEntry> entries) {
    double x = 0;
    int row = 0;
    for (Chart.LegendEntry entry : entries) {
      double width = 20 + Texts.width(entry.name()) + 12;
      if (x > 0 && x + width > Chart.WIDTH) {
        x = 0;
        row++;
      }
      double middle = row * LEGEND_ROW + 9;
      svg.open(
          "g",
          "transform",
          "translate(%s,%s)".formatted(Markup.coordinate(x + 8), Markup.coordinate(middle)));
      entry.swatch().accept(svg);
      svg.element("text", entry.name(), "class", "tick", "x", 13, "y", 4).close();
      x += width;
    }
    return entries.isEmpty() ? 0 : (row + 1) * LEGEND_ROW + 4;
  }
}
