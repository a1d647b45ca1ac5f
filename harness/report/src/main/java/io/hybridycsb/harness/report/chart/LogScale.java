package io.hybridycsb.harness.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Equal distances for equal ratios. A value that is not positive lies at the start. */
record LogScale(double start, double end, List<Tick> ticks) implements Scale {
  private static final double[] FACTORS = {1, 2, 5};

  /** Over more decades, only whole powers of ten are labelled. */
  private static final double DECADES_FEW = 2.2;

  LogScale {
    if (!(start > 0) || !(end > start)) {
      throw new IllegalArgumentException("no logarithms from %s to %s".formatted(start, end));
    }
    ticks = List.copyOf(ticks);
  }

  static LogScale around(double min, double max) {
    List<Double> steps = stepsAround(min, max);
    double start = steps.get(0);
    double end = steps.get(steps.size() - 1);
    double decades = Math.log10(end / start);
    List<Tick> ticks = new ArrayList<>();
    for (double step : steps) {
      // The ends are always labelled, so that the whole axis can be read.
      if (decades < DECADES_FEW || isPowerOfTen(step) || step == start || step == end) {
        ticks.add(new Tick(step, Numbers.tick(step)));
      }
    }
    return new LogScale(start, end, ticks);
  }

  /** All 1, 2 and 5 times powers of ten from the last at or below min to the first beyond max. */
  private static List<Double> stepsAround(double min, double max) {
    if (!(min > 0) || !(max >= min)) {
      throw new IllegalArgumentException("no logarithms from %s to %s".formatted(min, max));
    }
    List<Double> steps = new ArrayList<>();
    // Begins one power lower, because the logarithm of a power of ten may be rounded up.
    for (int power = (int) Math.floor(Math.log10(min)) - 1; ; power++) {
      for (double factor : FACTORS) {
        double step = Double.parseDouble((int) factor + "e" + power);
        if (step <= min) {
          steps.clear();
        }
        steps.add(step);
        if (step > max) {
          return steps;
        }
      }
    }
  }

  private static boolean isPowerOfTen(double value) {
    double power = Math.log10(value);
    return Math.abs(power - Math.rint(power)) < 1e-9;
  }

  @Override
  public double at(double value) {
    return value <= start ? 0 : Math.log(value / start) / Math.log(end / start);
  }
}
