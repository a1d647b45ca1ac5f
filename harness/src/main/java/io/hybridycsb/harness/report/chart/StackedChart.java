package io.hybridycsb.harness.report.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A lying bar for each row, cut into parts. The parts differ in lightness only, so that no colour
 * of a system gets a second meaning.
 *
 * @param parts names of the parts, in the order of the stack
 * @param x from the start of the bars to the end of the longest
 * @param unit written behind the values that are told when pointed at
 */
public record StackedChart(List<String> parts, List<Row> rows, Scale x, String xLabel, String unit)
    implements Chart {
  /** Shades of parts that there are. */
  public static final int SHADES = 6;

  private static final double TOP = 8;
  private static final double BOTTOM = 44;
  private static final double ROW = 28;
  private static final double BAR = 18;
  private static final double LEFT_MAX = 130;

  /**
   * A bar.
   *
   * @param values of the parts, by name; a part may be missing
   * @param published places along the axis that somebody else has published, and what they are
   */
  public record Row(
      String name, Look look, Map<String, Double> values, Map<Double, String> published) {
    public Row {
      values = new LinkedHashMap<>(values);
      published = new LinkedHashMap<>(published);
    }
  }

  public StackedChart {
    parts = List.copyOf(parts);
    rows = List.copyOf(rows);
  }

  @Override
  public int height() {
    return (int) (TOP + rows.size() * ROW + BOTTOM);
  }

  @Override
  public List<LegendEntry> legend() {
    List<LegendEntry> entries = new java.util.ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      entries.add(new LegendEntry(parts.get(i), Swatches.part(shade(i))));
    }
    if (rows.stream().anyMatch(row -> !row.published().isEmpty())) {
      entries.add(new LegendEntry("published", Swatches.published()));
    }
    return entries;
  }

  private int shade(int part) {
    return parts.size() <= SHADES ? part : part * SHADES / parts.size();
  }

  @Override
  public void draw(Markup svg) {
    double left =
        Math.min(
                LEFT_MAX, rows.stream().mapToDouble(row -> Texts.width(row.name())).max().orElse(0))
            + 24;
    double right = WIDTH - 16;
    double bottom = TOP + rows.size() * ROW;
    for (Scale.Tick tick : x.ticks()) {
      double at = left + x.at(tick.value()) * (right - left);
      svg.empty("path", "class", "grid", "d", Frame.path(at, TOP, at, bottom));
      svg.element(
          "text",
          tick.label(),
          "class",
          "tick",
          "x",
          at,
          "y",
          bottom + 16,
          "text-anchor",
          "middle");
    }
    svg.element(
        "text",
        xLabel,
        "class",
        "label",
        "x",
        (left + right) / 2,
        "y",
        bottom + 37,
        "text-anchor",
        "middle");
    for (int i = 0; i < rows.size(); i++) {
      drawRow(svg, rows.get(i), TOP + i * ROW + ROW / 2, left, right);
    }
  }

  private void drawRow(Markup svg, Row row, double y, double left, double right) {
    row.look().marker(svg, 8, y, false);
    svg.element("text", Texts.fitting(row.name(), LEFT_MAX), "class", "tick", "x", 18, "y", y + 4);
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      double value = row.values().getOrDefault(parts.get(i), 0.0);
      double start = left + x.at(sum) * (right - left);
      double width = left + x.at(sum + value) * (right - left) - start;
      sum += value;
      if (width <= 0) {
        continue;
      }
      svg.open("g", "class", "point");
      String text = Numbers.text(value);
      svg.element("title", "%s, %s: %s %s".formatted(row.name(), parts.get(i), text, unit));
      svg.empty(
          "rect",
          "class",
          "part p" + shade(i),
          "x",
          start,
          "y",
          y - BAR / 2,
          "width",
          width,
          "height",
          BAR);
      if (Texts.width(text) + 4 < width) {
        svg.element(
            "text",
            text,
            "class",
            "inside q" + shade(i),
            "x",
            start + width / 2,
            "y",
            y + 4,
            "text-anchor",
            "middle");
      }
      svg.close();
    }
    row.published()
        .forEach(
            (at, tip) -> {
              svg.open("g", "class", "point").element("title", tip);
              row.look().marker(svg, left + x.at(at) * (right - left), y - BAR / 2 - 1, true);
              svg.close();
            });
  }
}
