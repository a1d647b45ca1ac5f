package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.results.runs.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a claim looks for a number.
 *
 * @param at the values of what the experiment varies, by name; {@link #BEST} is the system's best
 */
record Place(String experiment, ClaimMetric metric, String system, SortedMap<String, String> at) {
  /** The value at which the mean is highest, or lowest where less is better. */
  static final String BEST = "best";

  /** What is offered, in operations a second; or a share of the capacity, such as 50%. */
  static final String TARGET = "target";

  /** The same at another value. */
  Place with(String dimension, String value) {
    SortedMap<String, String> all = new TreeMap<>(at);
    all.put(dimension, value);
    return new Place(experiment, metric, system, all);
  }

  /** Whether a point with these values is such a place, whatever is best. */
  boolean fits(SortedMap<String, String> varied) {
    return at.entrySet().stream()
        .allMatch(
            held ->
                varied.containsKey(held.getKey())
                    && (held.getValue().equals(BEST)
                        || isSame(held.getValue(), varied.get(held.getKey()))));
  }

  /** Whether one of several is chosen. */
  boolean isBest() {
    return at.containsValue(BEST);
  }

  /** The values at a point that aren't chosen as the best. */
  SortedMap<String, String> withoutBest(SortedMap<String, String> varied) {
    SortedMap<String, String> held = new TreeMap<>(varied);
    held.keySet().removeIf(name -> BEST.equals(at.get(name)));
    return held;
  }

  /** Whether it is where a share of the capacity is offered. */
  boolean isOfShares() {
    return isShare(at.get(TARGET));
  }

  static boolean isShare(String target) {
    return target != null && target.endsWith("%");
  }

  /** Whether both mean one value: 0.8 and 0.80 do. */
  static boolean isSame(String value, String other) {
    OptionalDouble number = Dimension.number(value);
    return value.equals(other) || (number.isPresent() && number.equals(Dimension.number(other)));
  }

  /** For readers. */
  String text() {
    return String.join(", ", words(system, at));
  }

  static List<String> words(String system, SortedMap<String, String> at) {
    List<String> words = new ArrayList<>(List.of(system));
    at.forEach((name, value) -> words.add(readable(name) + " " + value));
    return words;
  }

  /** The name of what is varied, for readers. */
  static String readable(String dimension) {
    return dimension.replaceFirst("^(option|property):", "");
  }
}
