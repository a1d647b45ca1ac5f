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
    String along, boolean ordered, List<String> places, Map<String, Map<String, Spread>> systems) {

  Optional<Spread> value(String system, String place) {
    return Optional.ofNullable(systems.getOrDefault(system, Map.of()).get(place));
  }

  /** A system's values from the first place to the last. */
  List<Spread> valuesOf(String system) {
    return places.stream().flatMap(place -> value(system, place).stream()).toList();
  }
}
