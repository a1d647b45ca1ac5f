package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.report.chart.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Pieces of sentences. */
final class Phrases {
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final MathContext TWO_DIGITS = new MathContext(2);

  private Phrases() {}

  /** Three significant digits: 12,300, 424, 3.14. */
  static String number(double number) {
    return Numbers.text(rounded(number, THREE_DIGITS));
  }

  /** Two significant digits, or all before the point: 0.35, 6.1, 27, 424. */
  static String ratio(double ratio) {
    double two = ratio >= 100 ? Math.rint(ratio) : rounded(ratio, TWO_DIGITS);
    String text = Numbers.text(two);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  private static double rounded(double number, MathContext digits) {
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number).round(digits).doubleValue()
        : number;
  }

  /** The names: a, b and c. */
  static String and(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** What isn't empty, as sentences one after the other. */
  static String sentences(String... parts) {
    return String.join(" ", List.of(parts).stream().filter(part -> !part.isEmpty()).toList());
  }

  /** All 8 systems, or both systems. */
  static String all(int count, String what) {
    return count == 2 ? "both " + what : "all " + count + " " + what;
  }

  static String capitalised(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
