package io.hybridycsb.ycsb.workload.tpcc;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Violated conditions; several threads add some. */
final class Violations {
  private record Occurrences(long count, String first) {}

  private final Map<Condition, Occurrences> seen = new EnumMap<>(Condition.class);

  /** Adds one if two numbers that must be the same aren't. */
  void requireEqual(Condition condition, String where, long one, long other) {
    if (one != other) {
      add(condition, "%s: %d and %d".formatted(where, one, other));
    }
  }

  /**
   * Adds one.
   *
   * @param example where it is, and what is there
   */
  synchronized void add(Condition condition, String example) {
    seen.merge(
        condition,
        new Occurrences(1, example),
        (old, one) -> new Occurrences(old.count() + 1, old.first()));
  }

  synchronized long count(Condition condition) {
    Occurrences some = seen.get(condition);
    return some == null ? 0 : some.count();
  }

  /** Of all conditions. */
  synchronized long count() {
    return seen.values().stream().mapToLong(Occurrences::count).sum();
  }

  /** What is violated, for people: how often, and the first example. */
  synchronized String text() {
    return seen.entrySet().stream()
        .map(
            entry ->
                "%s (%,d, such as %s)"
                    .formatted(
                        entry.getKey().text(), entry.getValue().count(), entry.getValue().first()))
        .collect(Collectors.joining("; "));
  }
}
