package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.function.DoubleUnaryOperator;

/** A horizontal bar, or a stem with a marker, with its measurements and the published values. */
final class RowMarks {
  private static final double BAR = 14;

  private RowMarks() {}

  /**
   * Draws a row.
   *
   * @param fromZero as {@link RowChart} has it
   * @param start where the bar begins
   * @param place from a value to its place along x
   * @param y the row's middle
   */
  static void draw(
      Markup svg,
      RowChart.Row row,
      boolean fromZero,
      double start,
      DoubleUnaryOperator place,
      double y) {
    Series.Mark mark = row.value();
    double end = place.applyAsDouble(mark.y());
    String colour = row.look().colourClass();
    svg.open("g").element("title", mark.tip());
    if (fromZero) {
      double width = Math.max(0.5, end - start);
      Drawing.rectangle(svg, colour + " bar", start, y - BAR / 2, width, BAR);
    } else {
      svg.empty("path", "class", colour + " stem", "d", Frame.path(start, y, end, y));
    }
    String repeats = RepeatMarks.level(mark.repeats(), place, y);
    if (!repeats.isEmpty()) {
      svg.empty("path", "class", (fromZero ? "any" : colour) + " spread", "d", repeats);
    }
    if (!fromZero) {
      row.look().marker(svg, end, y, false);
    }
    svg.close();
    for (Series.Mark published : row.published()) {
      row.look().marker(svg, place.applyAsDouble(published.y()), y, true, published.tip());
    }
  }
}
