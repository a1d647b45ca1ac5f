package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/** Lines over a numeric axis, with the single measurements. */
public record LineChart(Plot plot) implements Chart {
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
      if (series.kind() != Series.Kind.CURVE) {
        svg.open("g", "class", markClass(series));
        series.marks().forEach(mark -> drawMark(svg, frame, series, mark, frame.x(mark.x())));
        svg.close();
      }
    }
    frame.drawEvents(svg);
  }

  private static void drawLine(Markup svg, Frame frame, Series series) {
    Trace trace = new Trace();
    series.marks().forEach(mark -> trace.to(frame.x(mark.x()), frame.y(mark.y())));
    if (series.marks().size() > 1) {
      svg.open(
          "path",
          "class",
          series.look().colourClass() + " line",
          "d",
          trace.path(),
          "opacity",
          series.strength() < 1 ? series.strength() : null);
      svg.element("title", lineTip(series)).close();
    }
  }

  private static String lineTip(Series series) {
    return series.kind() == Series.Kind.CURVE ? series.marks().get(0).tip() : series.name();
  }

  static String markClass(Series series) {
    return series.look().markClass(series.kind() == Series.Kind.PUBLISHED);
  }

  /** A marker with its measurements, at a given place, in a group of the markers' class. */
  static void drawMark(Markup svg, Frame frame, Series series, Series.Mark mark, double x) {
    String repeats = RepeatMarks.upright(mark.repeats(), frame::y, x, RepeatMarks.TICK);
    double y = frame.y(mark.y());
    if (repeats.isEmpty()) {
      series.look().place(svg, x, y, mark.tip());
      return;
    }
    svg.open("g").element("title", mark.tip());
    svg.empty("path", "class", series.look().colourClass() + " spread", "d", repeats);
    series.look().place(svg, x, y, "");
    svg.close();
  }
}
