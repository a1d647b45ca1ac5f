package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** How much a choice, such as a workload, changes each system. */
record Contrasts(Grid grid) {
  /** A system's places with its highest and its lowest value. */
  private record Contrast(String system, String highest, String lowest, Spread high, Spread low) {
    boolean clear() {
      return high.clearlyAbove(low);
    }

    /** Infinite if the lowest is nothing. */
    double ratio() {
      return high.mean() / low.mean();
    }
  }

  String inWords() {
    List<Contrast> all = new ArrayList<>();
    grid.systems()
        .forEach(
            (system, values) -> {
              if (values.size() > 1) {
                all.add(of(system, values));
              }
            });
    if (all.isEmpty()) {
      return "";
    }
    List<Contrast> clear = all.stream().filter(Contrast::clear).toList();
    if (clear.isEmpty()) {
      return all.size() == 1
          ? "%s is about the same with every %s.".formatted(all.get(0).system(), grid.along())
          : "No system differs clearly by %s.".formatted(grid.along());
    }
    Contrast most = clear.stream().max(Comparator.comparingDouble(Contrast::ratio)).orElseThrow();
    String high = grid.quantity().text(most.high().mean());
    String low = grid.quantity().text(most.low().mean());
    String values =
        "%s with %s, %s %s with %s"
            .formatted(
                high,
                most.highest(),
                most.low().mean() > 0 ? Phrases.ratio(most.ratio()) + " times the" : "against",
                low,
                most.lowest());
    if (all.size() == 1) {
      return "%s has %s.".formatted(most.system(), values);
    }
    return clear.size() == 1
        ? "Only %s differs clearly by %s: %s.".formatted(most.system(), grid.along(), values)
        : "%s differs most by %s: %s.".formatted(most.system(), grid.along(), values);
  }

  private Contrast of(String system, Map<String, Spread> values) {
    Comparator<String> byMean = Comparator.comparingDouble(place -> values.get(place).mean());
    List<String> sorted = grid.placesOf(system).stream().sorted(byMean).toList();
    String lowest = sorted.get(0);
    String highest = sorted.get(sorted.size() - 1);
    return new Contrast(system, highest, lowest, values.get(highest), values.get(lowest));
  }
}
