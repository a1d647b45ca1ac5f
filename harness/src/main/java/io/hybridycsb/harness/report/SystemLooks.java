package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.chart.Look;
import java.util.Comparator;
import java.util.List;

/** Gives every system the same colour, marker and place in all figures. */
final class SystemLooks {
  private static final List<String> KNOWN =
      List.of(
          "veritas-kafka",
          "veritas-tm",
          "blockchaindb",
          "bigchaindb",
          "bigchaindb-pv",
          "cassandra-lwt",
          "etcd",
          "fabric");

  /** Of names: the known ones as above, then others by the alphabet. */
  static final Comparator<String> ORDER =
      Comparator.comparingInt(SystemLooks::place).thenComparing(Comparator.naturalOrder());

  private SystemLooks() {}

  private static int place(String system) {
    int index = KNOWN.indexOf(system);
    return index < 0 ? KNOWN.size() : index;
  }

  /** An unknown system's look depends on its name alone, so that it is the same in every report. */
  static Look of(String system) {
    int index = KNOWN.indexOf(system);
    return Look.of(
        index >= 0
            ? index
            : KNOWN.size() + Math.floorMod(system.hashCode(), Look.COLOURS - KNOWN.size()));
  }
}
