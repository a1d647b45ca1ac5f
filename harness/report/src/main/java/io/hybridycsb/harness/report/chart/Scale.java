package io.hybridycsb.harness.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Maps values to places along an axis. */
public interface Scale {
  /** The place of a value: 0 at the axis' start, 1 at its end. */
  double at(double value);

  /** The labels along the axis, from its start to its end. */
  List<Tick> ticks();

  /** A value and what is written at it. */
  record Tick(double value, String label) {}

  /** From zero to beyond the maximum, in steps of 1, 2 or 5. */
  static Scale linear(double max) {
    return LinearScale.upTo(max);
  }

  /** Linear, from one value to another, with these ticks. */
  static Scale linear(double start, double end, List<Tick> ticks) {
    return new LinearScale(start, end, ticks);
  }

  /** Logarithmic, from below the minimum to beyond the maximum; both positive. */
  static Scale logarithmic(double min, double max) {
    return LogScale.around(min, max);
  }

  /** Logarithmic, from the first tick to the last; all positive. */
  static Scale logarithmic(List<Tick> ticks) {
    return new LogScale(
        ticks.get(0).value(), ticks.get(ticks.size() - 1).value(), List.copyOf(ticks));
  }

  /** Ticks at equal distances, whatever their values; values between two ticks are interpolated. */
  static Scale even(List<Tick> ticks) {
    return new EvenScale(List.copyOf(ticks));
  }

  /** Bands of equal width, one per category, whose value is its index; ticks are centred. */
  static Scale bands(List<String> categories) {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i < categories.size(); i++) {
      ticks.add(new Tick(i, categories.get(i)));
    }
    return new LinearScale(-0.5, categories.size() - 0.5, ticks);
  }
}
