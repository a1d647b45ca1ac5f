package io.hybridycsb.harness.report.chart;

/** The symbols of legends. */
public final class Swatches {
  private Swatches() {}

  /** Of a series: its marker, on a piece of its line if there are lines. */
  public static Chart.Swatch series(Look look, boolean line) {
    return svg -> {
      if (line) {
        svg.empty("path", "class", look.colourClass() + " line", "d", "M-8,0H8");
      }
      look.marker(svg, 0, 0, false);
    };
  }

  /** Of published values: hollow, in no system's colour. */
  public static Chart.Swatch published() {
    return svg -> svg.empty("circle", "class", "any hollow", "r", 4);
  }

  /** Of a part of a stack. */
  static Chart.Swatch part(int shade) {
    return svg -> svg.empty("path", "class", "p" + shade, "d", "M-5-5H5V5H-5z");
  }
}
