package io.hybridycsb.harness.report.chart;

import java.util.List;

/** Estimates the width of texts, because the reader's font is unknown. */
final class Texts {
  static final double SIZE = 12;

  private static final String NARROW = "iljtfrI.,:;'|()[]/ -";
  private static final String WIDE = "mwMW%@";

  private Texts() {}

  /** Width at the size of a chart's texts, on the large side. */
  static double width(String text) {
    double ems = 0;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      ems += NARROW.indexOf(letter) >= 0 ? 0.36 : WIDE.indexOf(letter) >= 0 ? 0.9 : 0.6;
    }
    return ems * SIZE;
  }

  static double widest(List<Scale.Tick> ticks) {
    return ticks.stream().mapToDouble(tick -> width(tick.label())).max().orElse(0);
  }

  /** As much of a text as fits. */
  static String fitting(String text, double width) {
    if (width(text) <= width) {
      return text;
    }
    int length = text.length();
    while (length > 1 && width(text.substring(0, length) + "…") > width) {
      length--;
    }
    return text.substring(0, length) + "…";
  }
}
