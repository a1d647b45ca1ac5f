package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.report.claims.ClaimTest.Course;
import io.hybridycsb.harness.results.runs.Baseline;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

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
        .map(best -> place.isBest() && all.size() == 1 ? best.asOnlyOne() : best)
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

  /**
   * What was measured along something, in the order of the experiment's values.
   *
   * @throws Missing if that is at fewer than two places, or not at one that the claim names
   */
  List<Measurement> along(Course course) throws Missing {
    Place system = course.system();
    Set<String> values = new LinkedHashSet<>();
    all(system).forEach(one -> values.add(one.at(course.along())));
    values.remove("");
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
    List<Measurement> found = new ArrayList<>();
    for (String value : part) {
      found.add(at(system.with(course.along(), value)));
    }
    return found;
  }

  private static int index(Course course, List<String> values, String value) throws Missing {
    for (int i = 0; i < values.size(); i++) {
      if (Place.isSame(value, values.get(i))) {
        return i;
      }
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
        .map(sample -> new Measurement(experiment, metric, point, sample, point.counted(), false));
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
        .map(sample -> new Measurement(experiment, metric, point, sample, used, false));
  }
}
