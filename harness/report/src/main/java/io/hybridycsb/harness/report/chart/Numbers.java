package io.hybridycsb.harness.report.chart;

import java.util.Locale;

/** Numbers in readable form. */
public final class Numbers {
  private Numbers() {}

  /** Three significant digits, or all digits before the point: 0.123, 1.23, 12.3, 123, 12,345. */
  public static String text(double number) {
    if (!Double.isFinite(number)) {
      return "–";
    }
    double size = Math.abs(number);
    if (number == Math.rint(number) && size < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) number);
    }
    if (size >= 99.95) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    if (size >= 9.995) {
      return String.format(Locale.ROOT, "%.1f", number);
    }
    if (size >= 0.9995) {
      return String.format(Locale.ROOT, "%.2f", number);
    }
    int decimals = size == 0 ? 0 : Math.min(12, 2 - (int) Math.floor(Math.log10(size)));
    return withoutTrailingZeros(String.format(Locale.ROOT, "%." + decimals + "f", number));
  }

  /** An axis' short form: 0.05, 2, 500, 20k, 1.5M. */
  public static String tick(double number) {
    double size = Math.abs(number);
    if (size >= 1e9) {
      return scaled(number / 1e9) + "G";
    }
    if (size >= 1e6) {
      return scaled(number / 1e6) + "M";
    }
    if (size >= 1e4) {
      return scaled(number / 1e3) + "k";
    }
    return scaled(number);
  }

  private static String scaled(double number) {
    if (number == Math.rint(number)) {
      return String.format(Locale.ROOT, "%,d", (long) number);
    }
    return withoutTrailingZeros(String.format(Locale.ROOT, "%.6f", number));
  }

  private static String withoutTrailingZeros(String text) {
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }
}
