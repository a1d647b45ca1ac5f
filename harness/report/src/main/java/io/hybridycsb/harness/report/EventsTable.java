package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** What happened for each update: a line for each point, a column for each kind of event. */
final class EventsTable {
  private EventsTable() {}

  static void write(Markup page, MeasuredExperiment experiment) {
    List<MeasuredPoint> points =
        experiment.points().stream().filter(point -> !events(point).isEmpty()).toList();
    if (points.isEmpty()) {
      return;
    }
    page.open("details").element("summary", "What happens for each update");
    List<String> columns = new ArrayList<>(List.of("system", "point", "for each"));
    List<String> kinds = new ArrayList<>(Events.KINDS);
    if (points.stream().allMatch(point -> mean(point, Events.ALLOCATED_BY_SHARED_JVM).isEmpty())) {
      kinds.remove(Events.ALLOCATED_BY_SHARED_JVM);
    }
    columns.addAll(kinds);
    PageTables.open(page, "figures", columns.toArray(String[]::new));
    for (MeasuredPoint point : points) {
      page.open("tr").element("td", point.system(), "class", "t");
      page.element("td", PageTables.text(point.varied()), "class", "t");
      page.element("td", events(point).get(0).per(), "class", "t");
      kinds.forEach(kind -> PageTables.plain(page, mean(point, kind)));
      page.close();
    }
    page.close().close().close().close();
  }

  private static List<Events> events(MeasuredPoint point) {
    return point.counted().stream()
        .flatMap(run -> run.result().observed().events().stream())
        .toList();
  }

  /** Of the repeats. */
  private static OptionalDouble mean(MeasuredPoint point, String kind) {
    Optional<Spread> spread =
        Spread.of(
            events(point).stream()
                .map(events -> events.each().get(kind))
                .filter(Objects::nonNull)
                .toList());
    return spread.stream().mapToDouble(Spread::mean).findFirst();
  }
}
