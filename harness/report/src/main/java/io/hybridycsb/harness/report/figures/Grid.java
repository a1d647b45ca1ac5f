package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.Spread;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of systems at places along one setting.
 *
 * @param along the setting for readers, such as clients; empty if nothing is varied
 * @param places in their order; at least one
 * @param systems the repeats at each place, by system; where there are none, the place is missing
 */
record Grid(String along, List<String> places, Map<String, Map<String, Spread>> systems) {
  Optional<Spread> spread(String system, String place) {
    return Optional.ofNullable(systems.getOrDefault(system, Map.of()).get(place));
  }
}
