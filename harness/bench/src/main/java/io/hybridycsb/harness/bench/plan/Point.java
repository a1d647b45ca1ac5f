package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One point of an experiment, for one system.
 *
 * @param varied this point's values of what the experiment varies
 */
public record Point(
    Experiment experiment,
    String system,
    SortedMap<String, String> varied,
    ClusterSettings cluster,
    RunSettings run) {
  private static final String TARGET = "target";

  /** The same with another run. */
  Point with(RunSettings other) {
    return new Point(experiment, system, varied, cluster, other);
  }

  /** The name for output and for the directory: {@code clients=8,nodes=4}. */
  public String label() {
    return varied.isEmpty()
        ? "default"
        : varied.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
  }

  /** Whether it finds how much can be committed. */
  public boolean findsCapacity() {
    String commitMode = Systems.byName(system).commitMode(run.properties());
    return run.isClosedLoop() && run.fault().isEmpty() && !RunResult.isOnlyAccepted(commitMode);
  }

  /** The same point under an experiment of another name, which its title tells, too. */
  public Point filedUnder(String name) {
    Experiment other =
        new Experiment(
            name,
            experiment.paper(),
            experiment.figure(),
            "%s (%s)".formatted(experiment.title(), name),
            experiment.baseline(),
            experiment.systems(),
            experiment.labels(),
            experiment.files());
    return new Point(other, system, varied, cluster, run);
  }

  /** The point that offers a rate, and is otherwise the same. */
  public Point offering(long perSecond) {
    SortedMap<String, String> with = new TreeMap<>(varied);
    with.put(TARGET, Long.toString(perSecond));
    return new Point(experiment, system, with, cluster, run.at(perSecond));
  }

  public String directoryName() {
    return label().replaceAll("[^A-Za-z0-9=,._-]", "_");
  }
}
