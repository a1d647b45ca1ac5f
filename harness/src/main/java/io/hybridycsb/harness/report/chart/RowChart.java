package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * One horizontal bar for each row, with its value in figures.
 *
 * @param fromZero whether a bar's length has a meaning; otherwise markers on thin stems are drawn
 */
public record RowChart(List<Row> rows, Scale x, String xLabel, boolean fromZero) implements Chart {
  private static final double TOP = 4;
  private static final double BOTTOM = 40;
  private static final double ROW = 30;
  private static final double BAR = 14;
  private static final double CAP = 3;

  /**
   * A row.
   *
   * @param value along x
   * @param published published values, along x
   */
  public record Row(String name, Look look, Series.Mark value, List<Series.Mark> published) {
    public Row {
      published = List.copyOf(published);
    }
  }

  public RowChart {
    rows = List.copyOf(rows);
  }

  @Override
  public int height() {
    return (int) (TOP + rows.size() * ROW + BOTTOM);
  }

  @Override
  public List<LegendEntry> legend() {
    List<LegendEntry> entries = new ArrayList<>();
    if (rows.stream().anyMatch(row -> !row.published().isEmpty())) {
      entries.add(new LegendEntry(Plot.PUBLISHED, Swatches.published()));
    }
    return entries;
  }

  @Override
  public void draw(Markup svg) {
    RowFrame frame = new RowFrame(rows.stream().map(Row::name).toList(), valueWidth(), x, TOP, ROW);
    frame.draw(svg, xLabel);
    for (int i = 0; i < rows.size(); i++) {
      frame.name(svg, i, rows.get(i).look());
      drawRow(svg, frame, rows.get(i), frame.middle(i));
    }
  }

  private double valueWidth() {
    return rows.stream().mapToDouble(row -> Texts.width(text(row))).max().orElse(0);
  }

  private static String text(Row row) {
    return Numbers.text(row.value().y());
  }

  private void drawRow(Markup svg, RowFrame frame, Row row, double y) {
    Series.Mark mark = row.value();
    double end = frame.x(mark.y());
    String colour = row.look().colourClass();
    svg.open("g", "class", "point").element("title", mark.tip());
    if (fromZero) {
      double width = Math.max(0.5, end - frame.left());
      Drawing.rectangle(svg, colour + " bar", frame.left(), y - BAR / 2, width, BAR);
    } else {
      svg.empty("path", "class", colour + " stem", "d", Frame.path(frame.left(), y, end, y));
    }
    double low = frame.x(mark.low());
    double high = frame.x(mark.high());
    if (high - low > 1) {
      svg.empty(
          "path",
          "class",
          (fromZero ? "any" : colour) + " spread",
          "d",
          Frame.path(low, y, high, y)
              + Frame.path(low, y - CAP, low, y + CAP)
              + Frame.path(high, y - CAP, high, y + CAP));
    }
    if (!fromZero) {
      row.look().marker(svg, end, y, false);
    }
    svg.close();
    for (Series.Mark published : row.published()) {
      svg.open("g", "class", "point").element("title", published.tip());
      row.look().marker(svg, frame.x(published.y()), y, true);
      svg.close();
    }
    frame.value(svg, text(row), y);
  }
}
