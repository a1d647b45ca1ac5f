package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/** Lines over a numeric axis, with error bars. */
public record LineChart(Plot plot) implements Chart {
  private static final double CAP = 3;

  @Override
  public int height() {
    return Frame.HEIGHT;
  }

  @Override
  public List<LegendEntry> legend() {
    return plot.legend(true);
  }

  @Override
  public void draw(Markup svg) {
    Frame frame = new Frame(plot, false);
    frame.draw(svg);
    for (Series series : plot.series()) {
      if (series.kind() != Series.Kind.PUBLISHED) {
        drawLine(svg, frame, series);
      }
    }
    for (Series series : plot.series()) {
      for (Series.Mark mark : series.marks()) {
        drawMark(svg, frame, series, mark, frame.x(mark.x()));
      }
    }
    frame.drawEvents(svg);
  }

  private static void drawLine(Markup svg, Frame frame, Series series) {
    StringBuilder path = new StringBuilder();
    for (Series.Mark mark : series.marks()) {
      path.append(path.length() == 0 ? 'M' : 'L')
          .append(Markup.coordinate(frame.x(mark.x())))
          .append(',')
          .append(Markup.coordinate(frame.y(mark.y())));
    }
    if (series.marks().size() > 1) {
      svg.open(
          "path",
          "class",
          series.look().colourClass() + " line",
          "d",
          path,
          "opacity",
          series.strength() < 1 ? series.strength() : null);
      svg.element("title", lineTip(series)).close();
    }
  }

  private static String lineTip(Series series) {
    return series.kind() == Series.Kind.CURVE ? series.marks().get(0).tip() : series.name();
  }

  /** A marker with its error bar, at a given place. */
  static void drawMark(Markup svg, Frame frame, Series series, Series.Mark mark, double x) {
    if (series.kind() == Series.Kind.CURVE) {
      return;
    }
    svg.open("g", "class", "point");
    svg.element("title", mark.tip());
    double low = frame.y(mark.low());
    double high = frame.y(mark.high());
    if (low - high > 1) {
      svg.empty(
          "path",
          "class",
          series.look().colourClass() + " spread",
          "d",
          Frame.path(x, low, x, high)
              + Frame.path(x - CAP, low, x + CAP, low)
              + Frame.path(x - CAP, high, x + CAP, high));
    }
    series.look().marker(svg, x, frame.y(mark.y()), series.kind() == Series.Kind.PUBLISHED);
    svg.close();
  }
}
