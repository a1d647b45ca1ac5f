package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A horizontal bar for each row, divided into parts of a hundred percent. Parts are lighter and
 * darker shades of two pale colours, so that no system's colour gets a second meaning.
 *
 * @param parts names of the parts, in the order of the stack
 */
public record StackedChart(List<String> parts, List<Row> rows, String xLabel) implements Chart {
  public static final int SHADES = 12;

  private static final Scale PERCENT =
      Scale.linear(
          0,
          100,
          List.of(
              new Scale.Tick(0, "0"),
              new Scale.Tick(25, "25"),
              new Scale.Tick(50, "50"),
              new Scale.Tick(75, "75"),
              new Scale.Tick(100, "100 %")));

  private static final double TOP = 6;
  private static final double BOTTOM = 40;
  private static final double ROW = 34;
  private static final double BAR = 18;

  /**
   * A bar.
   *
   * @param percents of the parts, by name; a part may be missing
   * @param total the text behind the bar with the total of the parts; may be empty
   * @param published published percents, with labels
   */
  public record Row(
      String name,
      SeriesStyle style,
      Map<String, Double> percents,
      String total,
      Map<Double, String> published) {
    public Row {
      percents = new LinkedHashMap<>(percents);
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
    List<LegendEntry> entries = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      String shade = "p" + shade(i);
      entries.add(
          new LegendEntry(
              parts.get(i), svg -> svg.empty("path", "class", shade, "d", "M-5-5H5V5H-5z")));
    }
    if (rows.stream().anyMatch(row -> !row.published().isEmpty())) {
      entries.add(LegendEntry.PUBLISHED);
    }
    return entries;
  }

  private int shade(int part) {
    return part % SHADES;
  }

  @Override
  public void draw(Markup svg) {
    double totals = rows.stream().mapToDouble(row -> Texts.width(row.total())).max().orElse(0);
    RowFrame frame = new RowFrame(rows.stream().map(Row::name).toList(), totals, PERCENT, TOP, ROW);
    frame.draw(svg, xLabel);
    for (int i = 0; i < rows.size(); i++) {
      frame.name(svg, i, rows.get(i).style());
      drawRow(svg, frame, rows.get(i), frame.middle(i));
    }
  }

  private void drawRow(Markup svg, RowFrame frame, Row row, double y) {
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      double percent = row.percents().getOrDefault(parts.get(i), 0.0);
      if (percent > 0) {
        drawPart(svg, row, i, frame.x(sum), frame.x(sum + percent), y);
      }
      sum += percent;
    }
    row.published()
        .forEach(
            (at, tip) -> {
              double x = frame.x(at);
              svg.open("g").element("title", tip);
              svg.empty(
                  "path",
                  "class",
                  row.style().colourClass() + " line",
                  "d",
                  Frame.path(x, y - BAR / 2 - 4, x, y + BAR / 2 + 2));
              row.style().marker(svg, x, y - BAR / 2 - 3, true);
              svg.close();
            });
    frame.value(svg, row.total(), y);
  }

  private void drawPart(Markup svg, Row row, int part, double start, double end, double y) {
    double percent = row.percents().get(parts.get(part));
    String from = Markup.coordinate(start);
    svg.open(
        "path",
        "class",
        "part p" + shade(part),
        "d",
        "M%s,%sH%sv%sH%sz"
            .formatted(
                from,
                Markup.coordinate(y - BAR / 2),
                Markup.coordinate(end),
                Markup.coordinate(BAR),
                from));
    svg.element("title", "%s: %s %%".formatted(parts.get(part), Numbers.text(percent))).close();
    String text = String.valueOf(Math.round(percent));
    if (Texts.width(text) + 6 < end - start) {
      String style = "inside q" + shade(part);
      svg.element("text", text, "class", style, "x", (start + end) / 2, "y", y + 4);
    }
  }
}
