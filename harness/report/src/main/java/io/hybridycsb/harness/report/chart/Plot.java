package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.report.chart.Chart.LegendEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content between two axes.
 *
 * @param events the events along x, with labels
 */
public record Plot(Scale x, Scale y, String xLabel, List<Series> series, List<Scale.Tick> events) {
  public Plot {
    series = List.copyOf(series);
    events = List.copyOf(events);
  }

  public Plot(Scale x, Scale y, String xLabel, List<Series> series) {
    this(x, y, xLabel, series, List.of());
  }

  /** One entry for each name, and one for all published values. */
  List<LegendEntry> legend(boolean lines) {
    Map<String, LegendEntry> entries = new LinkedHashMap<>();
    for (Series one : series) {
      if (one.kind() != Series.Kind.PUBLISHED) {
        entries.putIfAbsent(one.name(), new LegendEntry(one.name(), svg -> one.key(svg, lines)));
      }
    }
    List<LegendEntry> all = new ArrayList<>(entries.values());
    if (series.stream().anyMatch(one -> one.kind() == Series.Kind.PUBLISHED)) {
      all.add(LegendEntry.PUBLISHED);
    }
    return all;
  }
}
