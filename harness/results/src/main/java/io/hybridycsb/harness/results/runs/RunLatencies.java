package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a run's successful operations. From intended starts if there are any, because a
 * stalled server otherwise hides its delays. Without read-modify-writes, because their reads and
 * updates are included.
 */
final class RunLatencies {
  private final SortedMap<String, Latency> parts = new TreeMap<>();
  private final SortedMap<String, Histogram> byKind = new TreeMap<>();
  private final Map<Side, Histogram> bySide = new EnumMap<>(Side.class);
  private final Optional<Histogram> all;
  private final List<String> damage = new ArrayList<>();

  RunLatencies(Optional<Phase> run) {
    run.stream()
        .flatMap(phase -> phase.operations().entrySet().stream())
        .filter(entry -> YcsbReport.isOperation(entry.getKey()))
        .forEach(
            entry -> of(entry.getValue()).ifPresent(latency -> parts.put(entry.getKey(), latency)));
    parts.forEach(
        (kind, latency) -> {
          try {
            byKind.put(kind, Histograms.decoded(latency));
          } catch (IllegalArgumentException e) {
            damage.add(e.getMessage());
          }
        });
    all = damage.isEmpty() ? Histograms.merged(List.copyOf(byKind.values())) : Optional.empty();
    for (Side side : Side.values()) {
      merged(side).ifPresent(histogram -> bySide.put(side, histogram));
    }
  }

  /** Those of an operation that are told. */
  static Optional<Latency> of(Operations operations) {
    return operations.intendedLatency().or(operations::latency);
  }

  /** Empty if one of the kinds can't be read. */
  private Optional<Histogram> merged(Side side) {
    Stream<String> kinds = side.kinds().stream().filter(parts::containsKey);
    List<Histogram> some =
        kinds
            .map(byKind::get)
            .filter(Objects::nonNull)
            .filter(one -> one.getTotalCount() > 0)
            .toList();
    boolean whole = side.kinds().stream().filter(parts::containsKey).allMatch(byKind::containsKey);
    return whole ? Histograms.merged(some) : Optional.empty();
  }

  /** A line for each part that can't be read. */
  List<String> damage() {
    return damage;
  }

  /** As stored, by kind. */
  SortedMap<String, Latency> parts() {
    return parts;
  }

  /** Of all operations; empty if one kind's can't be read. */
  Optional<Histogram> all() {
    return all;
  }

  /** Of one kind; empty if there are none. */
  Optional<Histogram> of(String kind) {
    return Optional.ofNullable(byKind.get(kind)).filter(one -> one.getTotalCount() > 0);
  }

  /** Of some kinds together; empty if there are none. */
  Optional<Histogram> of(Side side) {
    return Optional.ofNullable(bySide.get(side));
  }

  /** The kinds that it has operations of. */
  Set<String> kinds() {
    Set<String> kinds = new TreeSet<>();
    byKind.keySet().stream().filter(kind -> of(kind).isPresent()).forEach(kinds::add);
    return kinds;
  }
}
