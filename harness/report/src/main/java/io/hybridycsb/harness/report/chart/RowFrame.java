package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/** The axis of a chart with horizontal bars, the rows' names before them and values behind them. */
final class RowFrame {
  private static final double NAME_MAX = 150;
  private static final double MARKER = 18;
  private static final double GAP = 8;

  private final Scale x;
  private final double top;
  private final double row;
  private final int rows;
  private final List<String> names;
  private final double left;
  private final double right;

  /**
   * @param valueWidth of the widest value that is written behind the bars
   * @param row height of a row
   */
  RowFrame(List<String> names, double valueWidth, Scale x, double top, double row) {
    this.names = names;
    this.rows = names.size();
    this.x = x;
    this.top = top;
    this.row = row;
    double widest = names.stream().mapToDouble(Texts::width).max().orElse(0);
    this.left = MARKER + Math.min(NAME_MAX, widest) + GAP;
    List<Scale.Tick> ticks = x.ticks();
    double lastTick = ticks.isEmpty() ? 0 : Texts.width(ticks.get(ticks.size() - 1).label()) / 2;
    this.right = Chart.WIDTH - Math.max(lastTick + 2, valueWidth + GAP);
  }

  double left() {
    return left;
  }

  double x(double value) {
    return left + x.at(value) * (right - left);
  }

  double middle(int index) {
    return top + index * row + row / 2;
  }

  void draw(Markup svg, String label) {
    double bottom = top + rows * row;
    StringBuilder grid = new StringBuilder();
    for (Scale.Tick tick : x.ticks()) {
      grid.append(Frame.path(x(tick.value()), top, x(tick.value()), bottom));
    }
    Drawing.openTicks(svg, "middle", 0, bottom + 16);
    x.apart(this::x).forEach(tick -> svg.element("text", tick.label(), "x", x(tick.value())));
    svg.close();
    svg.empty("path", "class", "grid", "d", grid);
    svg.empty("path", "class", "axis", "d", Frame.path(left, top, left, bottom));
    Drawing.label(svg, label, (left + right) / 2, bottom + 34);
  }

  void name(Markup svg, int index, SeriesStyle style) {
    double y = middle(index);
    style.marker(svg, 7, y, false);
    String name = Texts.fitting(names.get(index), NAME_MAX);
    Drawing.text(svg, name, "name", MARKER, y + 4, null);
  }

  void value(Markup svg, String text, double y) {
    Drawing.text(svg, text, "value", right + GAP, y + 4, null);
  }
}
