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
    double end = Double.NEGATIVE_INFINITY;
    for (Scale.Tick tick : x.ticks()) {
      double at = x(tick.value());
      double half = Texts.width(tick.label()) / 2;
      svg.empty("path", "class", "grid", "d", Frame.path(at, top, at, bottom));
      if (at - half >= end + 4) {
        end = at + half;
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
    }
    svg.empty("path", "class", "axis", "d", Frame.path(left, top, left, bottom));
    svg.element(
        "text",
        label,
        "class",
        "label",
        "x",
        (left + right) / 2,
        "y",
        bottom + 34,
        "text-anchor",
        "middle");
  }

  void name(Markup svg, int index, Look look) {
    double y = middle(index);
    look.marker(svg, 7, y, false);
    String name = Texts.fitting(names.get(index), NAME_MAX);
    svg.element("text", name, "class", "name", "x", MARKER, "y", y + 4);
  }

  void value(Markup svg, String text, double y) {
    svg.element("text", text, "class", "value", "x", right + GAP, "y", y + 4);
  }
}
