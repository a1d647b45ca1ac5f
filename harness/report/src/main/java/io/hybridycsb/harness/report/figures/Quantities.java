package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.words.Quantity;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.List;
import java.util.Map;

/** What sentences need to know of metrics and their values. */
final class Quantities {
  /** The units that follow a number, by how the unit that stands in a figure begins. */
  private static final Map<String, String> UNITS =
      Map.of(
          "committed operations/s", "/s",
          "acknowledged operations/s", "/s",
          "ms", " ms",
          "bytes", " bytes",
          "percent", " %",
          "times", " times",
          "writes/s", "/s",
          "seconds", " s",
          "CPU seconds", " s");

  /** Metrics of which a reader looks for the lowest, beside all that are times. */
  private static final List<Metric> LESS = List.of(Metric.WRITTEN, Metric.ABORTS);

  private Quantities() {}

  static Quantity of(Metric metric) {
    boolean less =
        metric.unit().startsWith("ms")
            || metric.id().equals(Overhead.ID)
            || LESS.stream().anyMatch(one -> one.id().equals(metric.id()));
    return new Quantity(unit(metric.unit()), less);
  }

  /** Of what takes time, as a start. */
  static Quantity cost(String unit) {
    return new Quantity(unit(unit), true);
  }

  private static String unit(String text) {
    return UNITS.entrySet().stream()
        .filter(unit -> text.startsWith(unit.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
