package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.Spread;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of systems at places along one setting.
 *
 * @param along the setting for readers, such as clients; empty if nothing is varied
 * @param ordered whether the places are numbers
 * @param places in their order; at least one
 * @param systems the value at each place, by system; where there is none, the place is missing
 */
record Grid(
    String along, boolean ordered, List<String> places, Map<String, Map<String, Value>> systems) {
  /** What was measured at a place: steady if all runs were seen to be. */
  record Value(Spread spread, boolean steady) {
    boolean isAbove(Value other) {
      return spread.clearlyAbove(other.spread);
    }

    /** Whether it is of repeats, all of them steady. */
    boolean isFirm() {
      return steady && spread.count() > 1;
    }
  }

  Optional<Value> value(String system, String place) {
    return Optional.ofNullable(systems.getOrDefault(system, Map.of()).get(place));
  }

  /** A system's values along numbers; none unless both the first place and the last have one. */
  List<Value> course(String system) {
    String last = places.get(places.size() - 1);
    return ordered
            && places.size() > 1
            && value(system, places.get(0)).isPresent()
            && value(system, last).isPresent()
        ? places.stream().flatMap(place -> value(system, place).stream()).toList()
        : List.of();
  }
}
