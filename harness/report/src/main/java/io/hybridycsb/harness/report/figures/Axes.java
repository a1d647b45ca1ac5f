package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.results.runs.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Chooses scales for values. */
final class Axes {
  /** Beyond this ratio, small values would lie on the axis. */
  private static final double LINEAR_RATIO_MAX = 12;

  private static final double GEOMETRIC_RATIO_MIN = 1.2;

  private Axes() {}

  /** Whether the positive values lie too far apart for a linear axis. */
  static boolean logarithmic(List<Double> values) {
    double[] positive = positive(values);
    return positive.length > 1
        && DoubleStream.of(positive).max().orElseThrow()
            > LINEAR_RATIO_MAX * DoubleStream.of(positive).min().orElseThrow();
  }

  /** An axis that separates all of these values. */
  static Scale forValues(List<Double> values) {
    double max = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (!logarithmic(values)) {
      return Scale.linear(max);
    }
    return Scale.logarithmic(DoubleStream.of(positive(values)).min().orElseThrow(), max);
  }

  private static double[] positive(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).filter(value -> value > 0).toArray();
  }

  /**
   * The axis of a numeric dimension, and of published values beside its own. Values that grow by
   * factors get equal distances, as their author thinks of them.
   */
  static Scale along(Dimension dimension, List<Double> others) {
    Map<Double, String> labels = new TreeMap<>();
    others.forEach(value -> labels.put(value, Numbers.tick(value)));
    dimension
        .values()
        .forEach(value -> labels.put(Dimension.number(value).getAsDouble(), label(value)));
    List<Scale.Tick> ticks = new ArrayList<>();
    labels.forEach((value, label) -> ticks.add(new Scale.Tick(value, label)));
    if (ticks.size() > 2 && growsByFactors(ticks)) {
      return ticks.get(0).value() > 0 ? Scale.logarithmic(ticks) : Scale.even(ticks);
    }
    double last = ticks.get(ticks.size() - 1).value();
    double first = ticks.get(0).value();
    return last > first ? Scale.linear(first, last, ticks) : Scale.even(ticks);
  }

  private static String label(String value) {
    return value.matches("\\d+(\\.\\d+)?") ? Numbers.tick(Double.parseDouble(value)) : value;
  }

  private static boolean growsByFactors(List<Scale.Tick> ticks) {
    List<Double> values = ticks.stream().map(Scale.Tick::value).filter(value -> value > 0).toList();
    double first = values.get(0);
    double last = values.get(values.size() - 1);
    boolean apart = true;
    for (int i = 1; i < values.size(); i++) {
      apart &= values.get(i) > GEOMETRIC_RATIO_MIN * values.get(i - 1);
    }
    return apart && last >= 15 * first;
  }
}
