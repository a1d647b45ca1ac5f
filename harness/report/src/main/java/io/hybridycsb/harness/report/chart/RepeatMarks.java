package io.hybridycsb.harness.report.chart;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** How single measurements are drawn: a tick at each, on a line from the least to the greatest. */
final class RepeatMarks {
  /** Half a tick's length, so that it is seen on both sides of a marker. */
  static final double TICK = 5;

  /** Measurements that lie no farther apart aren't drawn. */
  private static final double DISTANCE_MIN = 1;

  private RepeatMarks() {}

  /**
   * The path along a vertical axis.
   *
   * @param values any number of measurements
   * @param place from a value to its place along y
   * @param tick half the length of a tick
   * @return empty if they are too close to be seen
   */
  static String upright(List<Double> values, DoubleUnaryOperator place, double x, double tick) {
    return path(values, place, x, tick, (y1, x1, y2, x2) -> Frame.path(x1, y1, x2, y2));
  }

  /** As {@link #upright}, along a horizontal axis. */
  static String level(List<Double> values, DoubleUnaryOperator place, double y) {
    return path(values, place, y, TICK, Frame::path);
  }

  /** A straight line, by its ends' places along and across the axis. */
  private interface Stroke {
    String path(double along1, double across1, double along2, double across2);
  }

  private static String path(
      List<Double> values, DoubleUnaryOperator place, double across, double tick, Stroke stroke) {
    double[] places =
        values.stream().mapToDouble(place::applyAsDouble).distinct().sorted().toArray();
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
