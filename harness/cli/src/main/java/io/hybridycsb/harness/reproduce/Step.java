package io.hybridycsb.harness.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * An experiment on the systems that claims need of it.
 *
 * @param claims those that need it, by their names
 * @param seconds about how long what is left of it takes
 */
record Step(
    String experiment, Path file, List<String> systems, Set<String> claims, double seconds) {
  /** A step that is done tells most for its time. */
  private static final Comparator<Step> MOST_TELLING =
      Comparator.comparingDouble((Step step) -> step.claims.size() / Math.max(1, step.seconds))
          .reversed()
          .thenComparing(Step::experiment);

  /**
   * What claims need, the most claims for an hour first.
   *
   * @param needs by claim the experiments, and by experiment the systems
   * @param files of the experiments, by name
   * @param seconds about how long what is left of a step takes, whatever it says of that itself
   */
  static List<Step> of(
      SortedMap<String, SortedMap<String, SortedSet<String>>> needs,
      SortedMap<String, Path> files,
      ToDoubleFunction<Step> seconds) {
    SortedMap<String, SortedSet<String>> systems = new TreeMap<>();
    SortedMap<String, SortedSet<String>> claims = new TreeMap<>();
    needs.forEach(
        (claim, experiments) ->
            experiments.forEach(
                (experiment, of) -> {
                  systems.computeIfAbsent(experiment, unused -> new TreeSet<>()).addAll(of);
                  claims.computeIfAbsent(experiment, unused -> new TreeSet<>()).add(claim);
                }));
    List<Step> steps = new ArrayList<>();
    systems.forEach(
        (experiment, of) -> {
          Step step =
              new Step(
                  experiment, files.get(experiment), List.copyOf(of), claims.get(experiment), 0);
          steps.add(
              new Step(
                  experiment, step.file, step.systems, step.claims, seconds.applyAsDouble(step)));
        });
    steps.sort(MOST_TELLING);
    return steps;
  }
}
