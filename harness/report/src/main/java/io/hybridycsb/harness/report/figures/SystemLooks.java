package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.system.SystemDescription;
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
   * By its place; by its name alone for a system that this release doesn't hold. So one release
   * always draws a system alike.
   */
  public static Look of(String system) {
    SystemDescription known = Systems.described().get(system);
    return Look.of(
        known == null
            ? KNOWN + Math.floorMod(system.hashCode(), Look.LOOKS - KNOWN)
            : Math.floorMod(known.data().place() - 1, KNOWN));
  }
}
