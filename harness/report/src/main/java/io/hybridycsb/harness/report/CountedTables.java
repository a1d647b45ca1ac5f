package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.RoleUse;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** What else was counted in an experiment, in folded tables. */
record CountedTables(Markup page, MeasuredExperiment experiment) {
  private static final double MB = 1e6;

  /** What happened for each update: a line for each point, a column for each kind of event. */
  void events() {
    List<MeasuredPoint> points =
        experiment.points().stream().filter(point -> !events(point).isEmpty()).toList();
    Table<MeasuredPoint> table =
        new Table<MeasuredPoint>("figures")
            .texts("system", MeasuredPoint::system, "class", "t")
            .texts("point", point -> PageTables.text(point.varied()), "class", "t")
            .texts("for each", point -> events(point).get(0).per(), "class", "t");
    for (String kind : Events.KINDS) {
      Function<MeasuredRun, OptionalDouble> number = run -> each(run, kind);
      if (!kind.equals(Events.ALLOCATED_BY_SHARED_JVM)
          || points.stream().anyMatch(point -> point.spread(number).isPresent())) {
        table.numbers(kind, point -> mean(point, number));
      }
    }
    table.folded(page, "What happens for each update", points);
  }

  private static List<Events> events(MeasuredPoint point) {
    return point.counted().stream()
        .flatMap(run -> run.result().observed().events().stream())
        .toList();
  }

  private static OptionalDouble each(MeasuredRun run, String kind) {
    return run.result().observed().events().stream()
        .flatMap(events -> Optional.ofNullable(events.each().get(kind)).stream())
        .mapToDouble(Double::doubleValue)
        .findFirst();
  }

  /** Of the repeats. */
  private static OptionalDouble mean(
      MeasuredPoint point, Function<MeasuredRun, OptionalDouble> number) {
    return point.spread(number).stream().mapToDouble(Spread::mean).findFirst();
  }

  /** All counters of the runs: a line for each counter, a column for each point. */
  void counters() {
    Set<String> counters = new TreeSet<>();
    Table<String> table = new Table<String>("figures").heads("mean of the repeats", name -> name);
    for (MeasuredPoint point : experiment.points()) {
      if (!point.counted().isEmpty()) {
        point.counted().forEach(run -> counters.addAll(run.counters().keySet()));
        table.numbers(
            experiment.nameOf(point), counter -> mean(point, run -> run.counter(counter)));
      }
    }
    table.folded(page, "All counters (%d)".formatted(counters.size()), List.copyOf(counters));
  }

  /** What the processes of a role used in a run. */
  private record Use(MeasuredRun run, String role, RoleUse sum) {
    OptionalDouble each(OptionalDouble bytes) {
      return bytes.isPresent() ? run.perCommitted(bytes.getAsDouble()) : bytes;
    }
  }

  /** What the processes of each system used at its best point, by role. */
  void use() {
    List<Use> uses = new ArrayList<>();
    for (String system : experiment.systems()) {
      best(system)
          .ifPresent(
              run ->
                  RoleUse.of(run.result().observed().processes())
                      .forEach((role, sum) -> uses.add(new Use(run, role, sum))));
    }
    new Table<Use>("figures")
        .texts("system", use -> use.run().system(), "class", "t")
        .texts("point", use -> PageTables.text(use.run().varied()), "class", "t")
        .texts("role", Use::role, "class", "t")
        .numbers("processes", use -> OptionalDouble.of(use.sum().processes()))
        .numbers("CPU ms/op", use -> use.run().perCommitted(use.sum().cpuSeconds() * 1000))
        .numbers("written bytes/op", use -> use.each(use.sum().writtenBytes()))
        .numbers("TCP sent bytes/op", use -> use.each(use.sum().sentBytes()))
        .numbers("TCP received bytes/op", use -> use.each(use.sum().receivedBytes()))
        .numbers("mean RSS MB", use -> megabytes(use.sum().meanRssBytes()))
        .numbers("peak RSS MB", use -> megabytes(use.sum().peakRssBytes()))
        .folded(page, "What each system's processes used at its best point", uses);
  }

  private static OptionalDouble megabytes(OptionalDouble bytes) {
    return bytes.isPresent() ? OptionalDouble.of(bytes.getAsDouble() / MB) : bytes;
  }

  /** The repeat in the middle of the point with the highest throughput. */
  private Optional<MeasuredRun> best(String system) {
    return experiment.pointsOf(system).stream()
        .filter(point -> point.spread(Metric.THROUGHPUT).isPresent())
        .max(
            Comparator.comparingDouble(
                point -> point.spread(Metric.THROUGHPUT).orElseThrow().mean()))
        .map(CountedTables::middle);
  }

  private static MeasuredRun middle(MeasuredPoint point) {
    List<MeasuredRun> byThroughput =
        point.counted().stream()
            .sorted(Comparator.comparingDouble(run -> run.committedPerSecond().orElse(0)))
            .toList();
    return byThroughput.get((byThroughput.size() - 1) / 2);
  }
}
