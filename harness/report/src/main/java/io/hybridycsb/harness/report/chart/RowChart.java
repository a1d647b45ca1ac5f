package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

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

  /**
   * A row.
   *
   * @param value along x
   * @param published published values, along x
   */
  public record Row(
      String name, SeriesStyle style, Series.Mark value, List<Series.Mark> published) {
    public Row {
      published = List.copyOf(published);
    }

    /**
     * Draws a bar, or a stem with a marker, with its measurements and the published values.
     *
     * @param fromZero as {@link RowChart} has it
     * @param start where the bar begins
     * @param place from a value to its place along x
     * @param y the row's middle
     */
    void draw(Markup svg, boolean fromZero, double start, DoubleUnaryOperator place, double y) {
      double end = place.applyAsDouble(value.y());
      String colour = style.colourClass();
      svg.open("g", "class", value.style()).element("title", value.tip());
      if (fromZero) {
        double width = Math.max(0.5, end - start);
        Drawing.rectangle(svg, colour + " bar", start, y - BAR / 2, width, BAR);
      } else {
        svg.empty("path", "class", colour + " stem", "d", Frame.path(start, y, end, y));
      }
      String repeats = value.level(place, y);
      if (!repeats.isEmpty()) {
        svg.empty("path", "class", (fromZero ? "any" : colour) + " spread", "d", repeats);
      }
      if (!fromZero) {
        style.marker(svg, end, y, false);
      }
      svg.close();
      for (Series.Mark one : published) {
        style.marker(svg, place.applyAsDouble(one.y()), y, true, one.tip());
      }
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
    boolean published = rows.stream().anyMatch(row -> !row.published().isEmpty());
    return published ? List.of(LegendEntry.PUBLISHED) : List.of();
  }

  @Override
  public void draw(Markup svg) {
    RowFrame frame = new RowFrame(rows.stream().map(Row::name).toList(), valueWidth(), x, TOP, ROW);
    frame.draw(svg, xLabel);
    for (int i = 0; i < rows.size(); i++) {
      frame.name(svg, i, rows.get(i).style());
      rows.get(i).draw(svg, fromZero, frame.left(), frame::x, frame.middle(i));
      frame.value(svg, text(rows.get(i)), frame.middle(i));
    }
  }

  private double valueWidth() {
    return rows.stream().mapToDouble(row -> Texts.width(text(row))).max().orElse(0);
  }

  private static String text(Row row) {
    return Numbers.text(row.value().y());
  }
}
