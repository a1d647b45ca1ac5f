package io.hybridycsb.harness.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Maps values to places along an axis. */
public final class Scale {
  private static final int STEPS_WANTED = 5;
  private static final int[] FACTORS = {1, 2, 5};

  /** Over more decades, only whole powers of ten are labelled. */
  private static final double DECADES_FEW = 2.2;

  private final List<Tick> ticks;
  private final DoubleUnaryOperator place;

  private Scale(List<Tick> ticks, DoubleUnaryOperator place) {
    this.ticks = List.copyOf(ticks);
    this.place = place;
  }

  /** A value and what is written at it. */
  public record Tick(double value, String label) {}

  /** The labels along the axis, from its start to its end. */
  public List<Tick> ticks() {
    return ticks;
  }

  /** The place of a value: 0 at the axis' start, 1 at its end. */
  public double at(double value) {
    return place.applyAsDouble(value);
  }

  /** From zero to beyond the maximum, in steps of 1, 2 or 5. */
  public static Scale linear(double max) {
    double reach = max > 0 && Double.isFinite(max) ? max : 1;
    double step = step(reach / STEPS_WANTED);
    long steps = (long) Math.ceil(reach / step - 1e-9);
    List<Tick> ticks = new ArrayList<>();
    for (long i = 0; i <= steps; i++) {
      ticks.add(new Tick(i * step, Numbers.tick(i * step)));
    }
    return linear(0, steps * step, ticks);
  }

  /** Linear, from one value to another, with these ticks. */
  public static Scale linear(double start, double end, List<Tick> ticks) {
    if (!(end > start)) {
      throw new IllegalArgumentException("from %s to %s is no range".formatted(start, end));
    }
    return new Scale(ticks, value -> (value - start) / (end - start));
  }

  /** The smallest of 1, 2 and 5 times a power of ten that is no less than this. */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int factor : FACTORS) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /** Logarithmic, from below the minimum to beyond the maximum; both positive. */
  public static Scale logarithmic(double min, double max) {
    List<Double> steps = stepsAround(min, max);
    double start = steps.get(0);
    double end = steps.get(steps.size() - 1);
    double decades = Math.log10(end / start);
    // The ends are always labelled, so that the whole axis can be read.
    return logarithmic(
        steps.stream()
            .filter(
                step -> decades < DECADES_FEW || isPowerOfTen(step) || step == start || step == end)
            .map(step -> new Tick(step, Numbers.tick(step)))
            .toList());
  }

  /**
   * Logarithmic, from the first tick to the last; all positive. A value that is not positive lies
   * at the start.
   */
  public static Scale logarithmic(List<Tick> ticks) {
    double start = ticks.get(0).value();
    double end = ticks.get(ticks.size() - 1).value();
    if (!(start > 0) || !(end > start)) {
      throw new IllegalArgumentException("no logarithms from %s to %s".formatted(start, end));
    }
    return new Scale(
        ticks, value -> value <= start ? 0 : Math.log(value / start) / Math.log(end / start));
  }

  /** All 1, 2 and 5 times powers of ten from the last at or below min to the first beyond max. */
  private static List<Double> stepsAround(double min, double max) {
    if (!(min > 0) || !(max >= min)) {
      throw new IllegalArgumentException("no logarithms from %s to %s".formatted(min, max));
    }
    List<Double> steps = new ArrayList<>();
    // Begins one power lower, because the logarithm of a power of ten may be rounded up.
    for (int power = (int) Math.floor(Math.log10(min)) - 1; ; power++) {
      for (int factor : FACTORS) {
        double step = Double.parseDouble(factor + "e" + power);
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

  /**
   * Ticks at equal distances, whatever their values, which ascend. A value between two lies between
   * them in proportion.
   */
  public static Scale even(List<Tick> ticks) {
    int last = ticks.size() - 1;
    return new Scale(ticks, value -> last == 0 ? 0.5 : evenly(ticks, value) / last);
  }

  private static double evenly(List<Tick> ticks, double value) {
    int last = ticks.size() - 1;
    for (int i = 0; i < last; i++) {
      double from = ticks.get(i).value();
      double to = ticks.get(i + 1).value();
      if (value <= to) {
        return i + Math.max(0, (value - from) / (to - from));
      }
    }
    return last;
  }

  /** Bands of equal width, one per category, whose value is its index; ticks are centred. */
  public static Scale bands(List<String> categories) {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i < categories.size(); i++) {
      ticks.add(new Tick(i, categories.get(i)));
    }
    return linear(-0.5, categories.size() - 0.5, ticks);
  }

  /** The ticks whose labels don't overlap one before them, along an axis in pixels. */
  List<Tick> apart(DoubleUnaryOperator pixel) {
    List<Tick> apart = new ArrayList<>();
    double end = Double.NEGATIVE_INFINITY;
    for (Tick tick : ticks) {
      double half = Texts.width(tick.label()) / 2;
      double middle = pixel.applyAsDouble(tick.value());
      if (middle - half >= end + 4) {
        end = middle + half;
        apart.add(tick);
      }
    }
    return apart;
  }
}
