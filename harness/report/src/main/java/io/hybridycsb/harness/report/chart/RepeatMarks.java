package io.hybridycsb.harness.report.chart;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

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
    List<Double> places = places(values, place);
    return places.isEmpty()
        ? ""
        : Frame.path(x, places.get(0), x, places.get(places.size() - 1))
            + places.stream()
                .map(y -> Frame.path(x - tick, y, x + tick, y))
                .collect(Collectors.joining());
  }

  /** As {@link #upright}, along a horizontal axis. */
  static String level(List<Double> values, DoubleUnaryOperator place, double y) {
    List<Double> places = places(values, place);
    return places.isEmpty()
        ? ""
        : Frame.path(places.get(0), y, places.get(places.size() - 1), y)
            + places.stream()
                .map(x -> Frame.path(x, y - TICK, x, y + TICK))
                .collect(Collectors.joining());
  }

  private static List<Double> places(List<Double> values, DoubleUnaryOperator place) {
    List<Double> places =
        values.stream().map(value -> place.applyAsDouble(value)).distinct().sorted().toList();
    return places.size() > 1 && places.get(places.size() - 1) - places.get(0) > DISTANCE_MIN
        ? places
        : List.of();
  }
}
