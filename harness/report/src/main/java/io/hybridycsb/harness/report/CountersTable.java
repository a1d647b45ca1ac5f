package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All counters of an experiment's runs: a line for each counter, a column for each point. */
final class CountersTable {
  private CountersTable() {}

  static void write(Markup page, MeasuredExperiment experiment) {
    Set<String> counters = new TreeSet<>();
    List<MeasuredPoint> points =
        experiment.points().stream().filter(point -> !point.counted().isEmpty()).toList();
    points.stream()
        .flatMap(point -> point.counted().stream())
        .forEach(run -> counters.addAll(run.result().observed().counters().keySet()));
    if (counters.isEmpty()) {
      return;
    }
    page.open("details");
    page.element("summary", "All counters (%d)".formatted(counters.size()));
    List<String> columns = new ArrayList<>(List.of("mean of the repeats"));
    points.forEach(point -> columns.add(experiment.nameOf(point)));
    PageTables.open(page, "figures", columns.toArray(String[]::new));
    for (String counter : counters) {
      page.open("tr").element("th", counter, "scope", "row");
      for (MeasuredPoint point : points) {
        page.element("td", text(point, counter));
      }
      page.close();
    }
    page.close().close().close().close();
  }

  private static String text(MeasuredPoint point, String counter) {
    Optional<Spread> spread =
        Spread.of(
            point.counted().stream()
                .map(MeasuredRun::result)
                .map(result -> result.observed().counters().get(counter))
                .filter(Objects::nonNull)
                .toList());
    return spread.map(value -> Numbers.text(value.mean())).orElse("");
  }
}
