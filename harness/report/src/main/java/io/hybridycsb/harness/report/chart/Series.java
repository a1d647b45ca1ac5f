package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Marks that belong together in a chart.
 *
 * @param strength from 0 (faint) to 1, to tell apart several series of one style
 * @param marks in the order in which a line joins them
 */
public record Series(String name, SeriesStyle style, Kind kind, double strength, List<Mark> marks) {
  public Series {
    marks = List.copyOf(marks);
  }

  public Series(String name, SeriesStyle style, Kind kind, List<Mark> marks) {
    this(name, style, kind, 1, marks);
  }

  /** Draws the symbol of a legend: the marker, on a piece of the line if there are lines. */
  void key(Markup svg, boolean line) {
    if (line) {
      svg.empty("path", "class", style.colourClass() + " line", "d", "M-8,0H8");
    }
    style.marker(svg, 0, 0, false);
  }

  public enum Kind {
    /** Markers, joined by a line where the chart has lines. */
    MEASURED,
    /** Hollow markers, never joined, for published values. */
    PUBLISHED,
    /** A line without markers. */
    CURVE
  }

  /**
   * A value, with the measurements whose mean it is.
   *
   * @param repeats along y; none if they aren't known
   * @param tip the text shown under the pointer
   * @param pale whether it is drawn faintly, since something about it isn't as it should be
   */
  public record Mark(double x, double y, List<Double> repeats, String tip, boolean pale) {
    /** Half a tick's length, so that it is seen on both sides of a marker. */
    static final double TICK = 5;

    /** Measurements that lie no farther apart aren't drawn. */
    private static final double DISTANCE_MIN = 1;

    public Mark {
      repeats = List.copyOf(repeats);
    }

    public Mark(double x, double y, List<Double> repeats, String tip) {
      this(x, y, repeats, tip, false);
    }

    public Mark(double x, double y, String tip) {
      this(x, y, List.of(), tip);
    }

    /** Its style beside that of its series; null for none. */
    String style() {
      return pale ? "pale" : null;
    }

    /**
     * The path of its measurements along a vertical axis: a tick at each, on a line from the least
     * to the greatest.
     *
     * @param place from a value to its place along y
     * @param tick half the length of a tick
     * @return empty if there are none, or they are too close to be seen
     */
    String upright(DoubleUnaryOperator place, double across, double tick) {
      return path(place, across, tick, (y1, x1, y2, x2) -> Frame.path(x1, y1, x2, y2));
    }

    /** As {@link #upright}, along a horizontal axis. */
    String level(DoubleUnaryOperator place, double across) {
      return path(place, across, TICK, Frame::path);
    }

    /** A straight line, by its ends' places along and across the axis. */
    private interface Stroke {
      String path(double along1, double across1, double along2, double across2);
    }

    private String path(DoubleUnaryOperator place, double across, double tick, Stroke stroke) {
      double[] places =
          repeats.stream().mapToDouble(place::applyAsDouble).distinct().sorted().toArray();
      int last = places.length - 1;
      if (last < 1 || places[last] - places[0] <= DISTANCE_MIN) {
        return "";
      }
      StringBuilder path = new StringBuilder(stroke.path(places[0], across, places[last], across));
      for (double one : places) {
        path.append(stroke.path(one, across - tick, one, across + tick));
      }
      return path.toString();
    }
  }
}
