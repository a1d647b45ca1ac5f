package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.report.claims.ClaimTest.Course;
import io.hybridycsb.harness.results.runs.Baseline;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was measured, by the names of experiments. */
final class Results {
  private final Map<String, MeasuredExperiment> experiments = new HashMap<>();

  /** What offers shares of a capacity is an experiment of its own. */
  private final Map<String, MeasuredExperiment> shares = new HashMap<>();

  Results(List<MeasuredExperiment> measured) {
    for (MeasuredExperiment one : measured) {
      experiments.put(one.name(), one.withoutShares());
      one.shares().ifPresent(offered -> shares.put(one.name(), offered));
    }
  }

  boolean has(String experiment) {
    return experiments.containsKey(experiment);
  }

  /**
   * What was measured at a place.
   *
   * @throws Missing if nothing was, or at several such places
   */
  Measurement at(Place place) throws Missing {
    List<Measurement> all = all(place);
    if (all.stream()
            .map(one -> place.withoutBest(one.point().runs().get(0).varied()))
            .distinct()
            .count()
        > 1) {
      throw new Missing(
          "%s of %s has several results, which the claim doesn't tell apart"
              .formatted(place.text(), place.experiment()));
    }
    Comparator<Measurement> byMean = Comparator.comparingDouble(one -> one.sample().mean());
    return all.stream()
        .max(place.metric().moreIsBetter() ? byMean : byMean.reversed())
        .map(best -> place.isBest() ? best.unsure(doubtsOfBest(place, all)) : best)
        .orElseThrow(
            () ->
                new Missing(
                    has(place.experiment())
                        ? "no %s of %s in %s"
                            .formatted(
                                place.metric().name().replace('_', ' '),
                                place.text(),
                                place.experiment())
                        : "no results of " + place.experiment()));
  }

  /** One load alone is no best; nor is the best of some loads that of all. */
  private List<String> doubtsOfBest(Place place, List<Measurement> all) {
    if (all.size() == 1) {
      return List.of("the best of one");
    }
    return place.at().entrySet().stream()
        .filter(held -> held.getValue().equals(Place.BEST))
        .map(Map.Entry::getKey)
        .flatMap(name -> withoutResult(name, planned(place, name), values(all, name)).stream())
        .toList();
  }

  private static Set<String> values(List<Measurement> all, String dimension) {
    Set<String> values = new LinkedHashSet<>();
    all.forEach(one -> values.add(one.at(dimension)));
    values.remove("");
    return values;
  }

  /**
   * A doubt if runs were to be at further numbers that have no result. Words such as the names of
   * databases may be none that the system has.
   */
  private static List<String> withoutResult(
      String dimension, List<String> planned, Collection<String> found) {
    List<String> left =
        planned.stream()
            .filter(value -> found.stream().noneMatch(one -> Place.isSame(value, one)))
            .toList();
    return left.isEmpty() || !planned.stream().allMatch(one -> Dimension.number(one).isPresent())
        ? List.of()
        : List.of(
            "no result at %s %s".formatted(Place.readable(dimension), String.join(", ", left)));
  }

  /** All values that the system's runs were to have, in the experiment's order. */
  private List<String> planned(Place place, String dimension) {
    Set<String> planned = new LinkedHashSet<>();
    part(place).stream()
        .flatMap(one -> one.runsOf(place.system()).stream())
        .map(run -> run.subject().values().getOrDefault(dimension, List.of()))
        .forEach(planned::addAll);
    return Dimension.of(dimension, dimension, planned).values();
  }

  /**
   * What was measured along something, in the order of the experiment's values.
   *
   * @throws Missing if that is at fewer than two places, or not at one that the claim names
   */
  List<Measurement> along(Course course) throws Missing {
    Place system = course.system();
    Set<String> values = values(all(system), course.along());
    List<String> inOrder = new ArrayList<>(inOrder(system, course.along()));
    inOrder.retainAll(values);
    if (inOrder.isEmpty()) {
      inOrder.addAll(values);
    }
    if (inOrder.isEmpty()) {
      at(system);
    }
    int first = course.from().isEmpty() ? 0 : index(course, inOrder, course.from().get());
    int last =
        course.to().isEmpty() ? inOrder.size() - 1 : index(course, inOrder, course.to().get());
    List<String> part =
        new ArrayList<>(inOrder.subList(Math.min(first, last), Math.max(first, last) + 1));
    if (first > last) {
      Collections.reverse(part);
    }
    if (part.size() < 2) {
      throw new Missing(
          "%s of %s has no second result along %s"
              .formatted(system.text(), system.experiment(), course.along()));
    }
    List<String> doubts = gaps(course, part);
    List<Measurement> found = new ArrayList<>();
    for (String value : part) {
      found.add(at(system.with(course.along(), value)).unsure(doubts));
    }
    return found;
  }

  /** A doubt if results are missing between the ends that the claim names, or up to any end. */
  private List<String> gaps(Course course, List<String> measured) {
    List<String> planned = planned(course.system(), course.along());
    List<Integer> ends =
        Stream.of(
                course.from().map(value -> indexOf(planned, value)).orElse(0),
                course.to().map(value -> indexOf(planned, value)).orElse(planned.size() - 1))
            .sorted()
            .toList();
    return ends.get(0) < 0
        ? List.of()
        : withoutResult(course.along(), planned.subList(ends.get(0), ends.get(1) + 1), measured);
  }

  /** Below 0 if it isn't there. */
  private static int indexOf(List<String> values, String value) {
    return IntStream.range(0, values.size())
        .filter(i -> Place.isSame(value, values.get(i)))
        .findFirst()
        .orElse(-1);
  }

  private static int index(Course course, List<String> values, String value) throws Missing {
    int index = indexOf(values, value);
    if (index >= 0) {
      return index;
    }
    throw new Missing(
        "no %s of %s in %s"
            .formatted(
                course.system().metric().name().replace('_', ' '),
                course.system().with(course.along(), value).text(),
                course.system().experiment()));
  }

  private List<String> inOrder(Place place, String along) {
    return part(place).stream()
        .flatMap(one -> one.dimensions().stream())
        .filter(dimension -> dimension.name().equals(along))
        .map(Dimension::values)
        .findFirst()
        .orElse(List.of());
  }

  private Optional<MeasuredExperiment> part(Place place) {
    return Optional.ofNullable((place.isOfShares() ? shares : experiments).get(place.experiment()));
  }

  private List<Measurement> all(Place place) {
    return part(place).stream()
        .flatMap(
            experiment ->
                experiment.pointsOf(place.system()).stream()
                    .filter(point -> place.fits(point.runs().get(0).varied()))
                    .flatMap(point -> measured(experiment, place.metric(), point).stream()))
        .toList();
  }

  private static Optional<Measurement> measured(
      MeasuredExperiment experiment, ClaimMetric metric, MeasuredPoint point) {
    if (metric.kind() == ClaimMetric.Kind.OVERHEAD) {
      return overhead(experiment, metric, point);
    }
    return point
        .spread(metric.metric())
        .flatMap(
            spread ->
                Sample.mean(spread.values(), metric.resolution(point.counted(), spread.max())))
        .map(
            sample ->
                new Measurement(experiment, metric, point, sample, point.counted(), List.of()));
  }

  /**
   * The baseline's rate over the system's, repeat by repeat, so that the noise of both counts.
   * Rates are those of the figure of overheads.
   */
  private static Optional<Measurement> overhead(
      MeasuredExperiment experiment, ClaimMetric metric, MeasuredPoint point) {
    List<MeasuredRun> own = point.counted();
    List<MeasuredRun> baseline =
        experiment.baseline().stream()
            .flatMap(name -> own.stream().limit(1).map(new Baseline(experiment, name)::beside))
            .flatMap(Optional::stream)
            .flatMap(one -> one.counted().stream())
            .toList();
    List<MeasuredRun> used = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(own.size(), baseline.size()); i++) {
      OptionalDouble rate = Baseline.rateOf(own.get(i));
      OptionalDouble its = Baseline.rate(baseline.get(i), own.get(i));
      if (rate.isPresent() && its.isPresent() && rate.getAsDouble() > 0) {
        used.addAll(List.of(own.get(i), baseline.get(i)));
        ratios.add(its.getAsDouble() / rate.getAsDouble());
      }
    }
    double greatest = ratios.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return Sample.mean(ratios, metric.resolution(used, greatest))
        .map(sample -> new Measurement(experiment, metric, point, sample, used, List.of()));
  }
}
