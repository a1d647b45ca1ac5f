package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.settings.YcsbProperties;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * YCSB's properties that nobody may set beside an experiment's settings: a run would be another one
 * than its result tells of, or have no result.
 */
enum TakenProperties {
  /** Of clients that run. */
  RUN("clients"),
  /** Of the clients that load. */
  LOAD("load-clients");

  /** The harness reads what these make YCSB print. */
  private static final Set<String> OF_THE_HARNESS =
      Set.of(
          "db",
          "dotransactions",
          "end.with.input",
          "exporter",
          "exportfile",
          "hdrhistogram.fileoutput",
          "hdrhistogram.output.path",
          "hdrhistogram.percentiles",
          "insert.first",
          "measurement.interval",
          "reportlatencyforeacherror",
          "status",
          "status.interval");

  private final Map<String, String> settings;

  TakenProperties(String threads) {
    settings =
        Map.of(
            "maxexecutiontime", "seconds",
            "operationcount", "operations",
            "recordcount", "records",
            "target", "target",
            "threadcount", threads,
            "workload", "workload");
  }

  /**
   * Refuses them.
   *
   * @param where they stand, for the message
   */
  void requireNone(String where, Map<String, String> properties) {
    for (String name : new TreeMap<>(properties).keySet()) {
      if (settings.containsKey(name)) {
        throw new UsageException(
            "%s: the setting '%s' takes the place of the property %s: leave that out"
                .formatted(where, settings.get(name), name));
      }
      if (OF_THE_HARNESS.contains(name)) {
        throw new UsageException(
            "%s: bench itself sets the property %s: leave it out".formatted(where, name));
      }
    }
  }

  /** Refuses them, and names that YCSB would ignore though they are nearly its own. */
  void requireNoneAndNoneMistyped(String where, Map<String, String> properties) {
    requireNone(where, properties);
    for (String name : new TreeMap<>(properties).keySet()) {
      List<String> meant = YcsbProperties.meantBy(name);
      if (!meant.isEmpty()) {
        throw new UsageException(
            "%s: YCSB has no property %s; near it: %s"
                .formatted(where, name, String.join(", ", meant)));
      }
    }
  }
}
