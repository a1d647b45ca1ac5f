package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.system.registry.Systems;

/**
 * Gives every system the same colour and marker in all figures. Where there are more systems than
 * colours, the marker tells those of one colour apart.
 */
public final class SystemLooks {
  /** The looks of known systems; the others are for those that aren't. */
  private static final int KNOWN = Look.LOOKS / 2;

  private SystemLooks() {}

  /**
   * By its place; for a system that isn't known here by its name alone. So all reports agree, also
   * those of a release that holds one system only.
   */
  public static Look of(String system) {
    return Systems.all().stream()
        .filter(known -> known.name().equals(system))
        .findFirst()
        .map(known -> Look.of(Math.floorMod(known.data().place() - 1, KNOWN)))
        .orElseGet(() -> Look.of(KNOWN + Math.floorMod(system.hashCode(), Look.LOOKS - KNOWN)));
  }
}
