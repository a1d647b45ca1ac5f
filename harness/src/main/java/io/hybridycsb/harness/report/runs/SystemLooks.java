package io.hybridycsb.harness.report.runs;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.Comparator;
import java.util.List;

/**
 * Gives every system the same colour, marker and place in all figures. Where there are more systems
 * than colours, the marker tells those of one colour apart.
 */
public final class SystemLooks {
  private static final List<String> KNOWN =
      Systems.all().stream().map(SystemDescription::name).toList();

  /** The order of names: the known ones as listed, then others by the alphabet. */
  public static final Comparator<String> ORDER =
      Comparator.comparingInt(SystemLooks::place).thenComparing(Comparator.naturalOrder());

  private SystemLooks() {}

  private static int place(String system) {
    int index = KNOWN.indexOf(system);
    return index < 0 ? KNOWN.size() : index;
  }

  /** An unknown system's look depends only on its name, so that all reports agree. */
  public static Look of(String system) {
    int index = KNOWN.indexOf(system);
    return Look.of(
        index >= 0
            ? index
            : KNOWN.size() + Math.floorMod(system.hashCode(), Look.LOOKS - KNOWN.size()));
  }
}
