package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.SeriesStyle;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import java.util.OptionalInt;

/**
 * Gives every system the same colour and marker in all figures. Where there are more systems than
 * colours, the marker tells those of one colour apart.
 */
public final class SystemStyles {
  /** The styles of systems with a place; the others are for those without. */
  private static final int PLACED = SeriesStyle.STYLES / 2;

  private SystemStyles() {}

  /**
   * By its place, which this release or the system's results tell; by its name alone if neither
   * does.
   */
  public static SeriesStyle of(MeasuredExperiment experiment, String system) {
    OptionalInt place = experiment.place(system);
    return SeriesStyle.of(
        place.isPresent()
            ? Math.floorMod(place.getAsInt() - 1, PLACED)
            : PLACED + Math.floorMod(system.hashCode(), SeriesStyle.STYLES - PLACED));
  }
}
