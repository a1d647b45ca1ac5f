package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/** Lines over a numeric axis, with the single measurements. */
public record LineChart(Plot plot) implements Chart {
  /** A bend of less than this, in tenths of a pixel, can't be seen. */
  private static final double BEND_MIN = 5;

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
    if (series.marks().size() > 1) {
      List<long[]> places =
          series.marks().stream()
              .map(mark -> new long[] {tenths(frame.x(mark.x())), tenths(frame.y(mark.y()))})
              .toList();
      svg.open(
          "path",
          "class",
          series.style().colourClass() + " line",
          "d",
          path(places),
          "opacity",
          series.strength() < 1 ? series.strength() : null);
      svg.element("title", lineTip(series)).close();
    }
  }

  private static long tenths(double pixels) {
    return Math.round(pixels * 10);
  }

  /**
   * A line through these places, written in few letters: in tenths of a pixel, each place relative
   * to the one before it, without those that hardly bend the line.
   */
  private static String path(List<long[]> places) {
    StringBuilder path = new StringBuilder();
    int last = 0;
    for (int i = 0; i < places.size(); i++) {
      long[] to = places.get(i);
      if (i == 0) {
        path.append('M').append(Markup.tenths(to[0])).append(',').append(Markup.tenths(to[1]));
      } else if (i == places.size() - 1 || bends(places.subList(last, i + 2))) {
        String x = Markup.tenths(to[0] - places.get(last)[0]);
        String y = Markup.tenths(to[1] - places.get(last)[1]);
        path.append('l').append(x).append(y.startsWith("-") ? "" : ",").append(y);
        last = i;
      }
    }
    return path.toString();
  }

  /** Whether a straight line from the first to the last would miss a place between them. */
  private static boolean bends(List<long[]> places) {
    long[] a = places.get(0);
    long[] b = places.get(places.size() - 1);
    double length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return places.subList(1, places.size() - 1).stream()
        .anyMatch(
            place -> {
              double cross =
                  (double) (b[0] - a[0]) * (place[1] - a[1])
                      - (double) (b[1] - a[1]) * (place[0] - a[0]);
              boolean between = place[0] >= a[0] && place[0] <= b[0];
              return !between || Math.abs(cross) >= BEND_MIN * length;
            });
  }

  private static String lineTip(Series series) {
    return series.kind() == Series.Kind.CURVE ? series.marks().get(0).tip() : series.name();
  }

  static String markClass(Series series) {
    return series.style().markClass(series.kind() == Series.Kind.PUBLISHED);
  }

  /** A marker with its measurements, at a given place, in a group of the markers' class. */
  static void drawMark(Markup svg, Frame frame, Series series, Series.Mark mark, double x) {
    String repeats = mark.upright(frame::y, x, Series.Mark.TICK);
    double y = frame.y(mark.y());
    if (repeats.isEmpty() && !mark.pale()) {
      series.style().place(svg, x, y, mark.tip());
      return;
    }
    svg.open("g", "class", mark.style()).element("title", mark.tip());
    if (!repeats.isEmpty()) {
      svg.empty("path", "class", series.style().colourClass() + " spread", "d", repeats);
    }
    series.style().place(svg, x, y, "");
    svg.close();
  }
}
