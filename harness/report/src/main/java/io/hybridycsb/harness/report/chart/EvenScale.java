package io.hybridycsb.harness.report.chart;

import java.util.List;

/** Ticks at equal distances; a value between two lies between them in proportion. */
record EvenScale(List<Tick> ticks) implements Scale {
  EvenScale {
    for (int i = 1; i < ticks.size(); i++) {
      if (!(ticks.get(i).value() > ticks.get(i - 1).value())) {
        throw new IllegalArgumentException("ticks don't ascend: " + ticks);
      }
    }
  }

  @Override
  public double at(double value) {
    int last = ticks.size() - 1;
    if (last == 0) {
      return 0.5;
    }
    for (int i = 0; i < last; i++) {
      double from = ticks.get(i).value();
      double to = ticks.get(i + 1).value();
      if (value <= to) {
        return (i + Math.max(0, (value - from) / (to - from))) / last;
      }
    }
    return 1;
  }
}
