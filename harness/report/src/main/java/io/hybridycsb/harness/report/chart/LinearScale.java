package io.hybridycsb.harness.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Equal distances for equal differences. */
record LinearScale(double start, double end, List<Tick> ticks) implements Scale {
  private static final int STEPS_WANTED = 5;

  LinearScale {
    if (!(end > start)) {
      throw new IllegalArgumentException("from %s to %s is no range".formatted(start, end));
    }
    ticks = List.copyOf(ticks);
  }

  static LinearScale upTo(double max) {
    double reach = max > 0 && Double.isFinite(max) ? max : 1;
    double step = step(reach / STEPS_WANTED);
    long steps = (long) Math.ceil(reach / step - 1e-9);
    List<Tick> ticks = new ArrayList<>();
    for (long i = 0; i <= steps; i++) {
      ticks.add(new Tick(i * step, Numbers.tick(i * step)));
    }
    return new LinearScale(0, steps * step, ticks);
  }

  /** The smallest of 1, 2 and 5 times a power of ten that is no less than this. */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  @Override
  public double at(double value) {
    return (value - start) / (end - start);
  }
}
