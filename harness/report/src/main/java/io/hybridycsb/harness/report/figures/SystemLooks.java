package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import java.util.OptionalInt;

/**
 * Gives every system the same colour and marker in all figures. Where there are more systems than
 * colours, the marker tells those of one colour apart.
 */
public final class SystemLooks {
  /** The looks of systems with a place; the others are for those without. */
  private static final int PLACED = Look.LOOKS / 2;

  private SystemLooks() {}

  /**
   * By its place, which this release or the system's results tell; by its name alone if neither
   * does.
   */
  public static Look of(MeasuredExperiment experiment, String system) {
    OptionalInt place = experiment.place(system);
    return Look.of(
        place.isPresent()
            ? Math.floorMod(place.getAsInt() - 1, PLACED)
            : PLACED + Math.floorMod(system.hashCode(), Look.LOOKS - PLACED));
  }
}
