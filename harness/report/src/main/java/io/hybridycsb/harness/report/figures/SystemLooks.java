package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;

/**
 * Gives every system the same colour and marker in all figures. Where there are more systems than
 * colours, the marker tells those of one colour apart.
 */
public final class SystemLooks {
  private SystemLooks() {}

  /** An unknown system's look depends only on its name, so that all reports agree. */
  public static Look of(String system) {
    List<String> known = Systems.names();
    int index = known.indexOf(system);
    return Look.of(
        index >= 0
            ? index
            : known.size() + Math.floorMod(system.hashCode(), Look.LOOKS - known.size()));
  }
}
