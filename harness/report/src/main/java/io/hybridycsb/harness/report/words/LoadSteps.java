package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Throughput and latency of systems while their load grows.
 *
 * @param load for readers, such as clients
 * @param systems each step, from the least load to the greatest, by system
 */
public record LoadSteps(String load, Map<String, List<Step>> systems) {
  private static final int NAMED_MAX = 3;

  public LoadSteps {
    systems = new LinkedHashMap<>(systems);
    systems.values().removeIf(List::isEmpty);
  }

  /** A step of the load. */
  public record Step(String at, Spread committedPerSecond, double p99Ms) {}

  /** In words: who commits most, at which latency, and who gains nothing by the last step. */
  public String inWords() {
    if (systems.isEmpty()) {
      return "";
    }
    return Phrases.sentences(most(), bent());
  }

  private static Step best(List<Step> steps) {
    return steps.stream()
        .max(Comparator.comparingDouble(step -> step.committedPerSecond().mean()))
        .orElseThrow();
  }

  private String most() {
    Map<String, Step> best = new LinkedHashMap<>();
    systems.forEach((system, steps) -> best.put(system, best(steps)));
    List<String> ranked =
        best.keySet().stream()
            .sorted(
                Comparator.comparingDouble(
                        (String system) -> best.get(system).committedPerSecond().mean())
                    .reversed())
            .toList();
    Spread first = best.get(ranked.get(0)).committedPerSecond();
    List<String> ahead =
        ranked.stream()
            .filter(one -> !first.clearlyAbove(best.get(one).committedPerSecond()))
            .toList();
    if (ahead.size() > NAMED_MAX) {
      return "%d of %d systems commit about as much at most.".formatted(ahead.size(), best.size());
    }
    return ahead.size() == 1
        ? "%s %s %s."
            .formatted(
                ahead.get(0),
                best.size() == 1 ? "commits at most" : "commits most,",
                described(best.get(ahead.get(0))))
        : "%s commit about as much at most: %s."
            .formatted(
                Phrases.and(ahead),
                Phrases.and(ahead.stream().map(one -> described(best.get(one))).toList()));
  }

  private String described(Step step) {
    return "%s/s at %s with a 99th percentile of %s ms"
        .formatted(
            Phrases.number(step.committedPerSecond().mean()),
            Grid.named(load, true, step.at()),
            Phrases.number(step.p99Ms()));
  }

  private String bent() {
    List<String> bent = new ArrayList<>();
    int several = 0;
    for (Map.Entry<String, List<Step>> system : systems.entrySet()) {
      List<Step> steps = system.getValue();
      if (steps.size() > 1) {
        several++;
        Spread last = steps.get(steps.size() - 1).committedPerSecond();
        if (!last.clearlyAbove(steps.get(steps.size() - 2).committedPerSecond())) {
          bent.add(system.getKey());
        }
      }
    }
    if (several == 0) {
      return "";
    }
    if (bent.isEmpty()) {
      return "%s still gains at the highest %s."
          .formatted(several == 1 ? "It" : "Every system", Grid.numberOf(load));
    }
    return bent.size() > NAMED_MAX
        ? "%d of %d systems gain nothing at the highest %s."
            .formatted(bent.size(), several, Grid.numberOf(load))
        : "%s %s nothing at the highest %s."
            .formatted(Phrases.and(bent), bent.size() == 1 ? "gains" : "gain", Grid.numberOf(load));
  }
}
