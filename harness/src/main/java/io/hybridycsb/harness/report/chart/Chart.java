package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/** A chart that can be drawn. Its lengths are in pixels as CSS has them. */
public interface Chart {
  /** Width of every chart: a phone's screen. Wider screens have several side by side. */
  int WIDTH = 380;

  int height();

  /** What its colours and markers mean, in the order to be read. */
  List<LegendEntry> legend();

  /** Draws it, from 0,0 to its width and height. */
  void draw(Markup svg);

  /** One entry of a legend. */
  record LegendEntry(String name, Swatch swatch) {}

  /** The small picture of a legend's entry, drawn around 0,0, no more than 16 wide and 10 high. */
  interface Swatch {
    void draw(Markup svg);
  }
}
