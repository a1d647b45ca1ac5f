package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;
import java.util.function.Consumer;

/** A chart that can be drawn. Its lengths are in pixels as CSS has them. */
public interface Chart {
  /** Width of every chart, that of a phone's screen; wider screens show several side by side. */
  int WIDTH = 380;

  int height();

  /** The meaning of its colours and markers, in reading order. */
  List<LegendEntry> legend();

  /** Draws it from 0,0 to its width and height. */
  void draw(Markup svg);

  /**
   * An entry of a legend.
   *
   * @param swatch draws its symbol around 0,0, at most 16 wide and 10 high
   */
  record LegendEntry(String name, Consumer<Markup> swatch) {
    /** Of published values: hollow, in no system's colour. */
    public static final LegendEntry PUBLISHED =
        new LegendEntry("published", svg -> svg.empty("circle", "class", "any hollow", "r", 4));
  }
}
