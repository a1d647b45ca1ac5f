package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.List;

/** The axes of a chart: grid lines, ticks, labels, and the way from values to places. */
final class Frame {
  static final int HEIGHT = 250;
  private static final double TOP = 12;
  private static final double BOTTOM = 44;
  private static final double LINE_HEIGHT = 14;
  private static final double LABEL_GAP = 8;

  private final Plot plot;
  private final boolean bands;
  private final double left;
  private final double right;

  /**
   * @param bands whether x has categories, half a band away from the axis' ends
   */
  Frame(Plot plot, boolean bands) {
    this.plot = plot;
    this.bands = bands;
    List<Scale.Tick> ticks = plot.x().ticks();
    double first = bands || ticks.isEmpty() ? 0 : Texts.width(ticks.get(0).label()) / 2 - 4;
    double last =
        bands || ticks.isEmpty() ? 0 : Texts.width(ticks.get(ticks.size() - 1).label()) / 2;
    this.left = Math.max(first, 6 + Texts.widest(plot.y().ticks()) + LABEL_GAP);
    this.right = Chart.WIDTH - Math.max(10, last + 2);
  }

  double x(double value) {
    double inset = bands ? 0 : 8;
    return left + inset + plot.x().at(value) * (right - left - 2 * inset);
  }

  double y(double value) {
    return bottom() + plot.y().at(value) * (TOP - bottom());
  }

  double bottom() {
    return HEIGHT - BOTTOM;
  }

  double width() {
    return right - left;
  }

  void draw(Markup svg) {
    StringBuilder grid = new StringBuilder();
    Drawing.openTicks(svg, "end", left - LABEL_GAP, 0);
    for (Scale.Tick tick : plot.y().ticks()) {
      double y = y(tick.value());
      grid.append(path(left, y, right, y));
      svg.element("text", tick.label(), "y", y + 4);
    }
    svg.close();
    svg.empty("path", "class", "grid", "d", grid);
    svg.empty("path", "class", "axis", "d", path(left, bottom(), right, bottom()));
    if (bands) {
      drawCategories(svg);
    } else {
      drawNumbers(svg);
    }
    String label = Texts.fitting(plot.xLabel(), width());
    Drawing.label(svg, label, (left + right) / 2, HEIGHT - 6);
  }

  /** Leaves out overlapping labels, but never those at the ends. */
  private void drawNumbers(Markup svg) {
    List<Scale.Tick> ticks = plot.x().ticks();
    double lastStart =
        ticks.isEmpty()
            ? right
            : x(ticks.get(ticks.size() - 1).value())
                - Texts.width(ticks.get(ticks.size() - 1).label()) / 2;
    double end = Double.NEGATIVE_INFINITY;
    StringBuilder strokes = new StringBuilder();
    Drawing.openTicks(svg, "middle", 0, bottom() + 16);
    for (int i = 0; i < ticks.size(); i++) {
      Scale.Tick tick = ticks.get(i);
      double x = x(tick.value());
      double half = Texts.width(tick.label()) / 2;
      strokes.append(path(x, bottom(), x, bottom() + 4));
      boolean last = i == ticks.size() - 1;
      if (last || (x - half >= end + 3 && x + half + 3 <= lastStart)) {
        end = x + half;
        svg.element("text", tick.label(), "x", x);
      }
    }
    svg.close();
    svg.empty("path", "class", "axis", "d", strokes);
  }

  /** Uses two rows if the labels don't fit side by side. */
  private void drawCategories(Markup svg) {
    List<Scale.Tick> ticks = plot.x().ticks();
    double band = width() / Math.max(1, ticks.size());
    Drawing.openTicks(svg, "middle", 0, 0);
    boolean staggered = ticks.stream().anyMatch(tick -> Texts.width(tick.label()) > band - 4);
    for (int i = 0; i < ticks.size(); i++) {
      String label = Texts.fitting(ticks.get(i).label(), staggered ? 2 * band - 6 : band);
      double half = Texts.width(label) / 2;
      double middle = Math.max(half, Math.min(Chart.WIDTH - half, x(ticks.get(i).value())));
      double y = bottom() + (staggered ? 14 + i % 2 * 13 : 16);
      svg.element("text", label, "x", middle, "y", y);
    }
    svg.close();
  }

  /** Must be drawn last, because its labels cover lines. */
  void drawEvents(Markup svg) {
    List<Double> rowEnds = new ArrayList<>();
    for (Scale.Tick event : plot.events()) {
      double x = x(event.value());
      double width = Texts.width(event.label());
      boolean before = x + 4 + width > right;
      double start = before ? x - 4 - width : x + 4;
      int row = 0;
      while (row < rowEnds.size() && rowEnds.get(row) + 6 > start) {
        row++;
      }
      if (row == rowEnds.size()) {
        rowEnds.add(0.0);
      }
      rowEnds.set(row, start + width);
      svg.empty("path", "class", "event", "d", path(x, TOP - 4, x, bottom()));
      Drawing.text(svg, event.label(), "tick over", start, TOP + 6 + row * LINE_HEIGHT, null);
    }
  }

  /** A straight line. */
  static String path(double x1, double y1, double x2, double y2) {
    String from = "M%s,%s".formatted(Markup.coordinate(x1), Markup.coordinate(y1));
    String x = Markup.coordinate(x2);
    String y = Markup.coordinate(y2);
    if (y1 == y2) {
      return from + "H" + x;
    }
    return from + (x1 == x2 ? "V" + y : "L" + x + "," + y);
  }
}
