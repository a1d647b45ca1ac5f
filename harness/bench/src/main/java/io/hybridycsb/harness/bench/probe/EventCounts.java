package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ContextSwitches;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Divides the events that were counted by the updates that were committed meanwhile. */
public final class EventCounts {
  private EventCounts() {}

  /**
   * The events of a phase.
   *
   * @param share the time between the looks, as a share of the phase's
   * @param counters that probes have found
   * @param processes what each has used
   * @return empty if nothing was committed, as where writes are only accepted, or nothing counted
   */
  public static Optional<Events> of(
      Phase phase,
      double share,
      SortedMap<String, Double> counters,
      Collection<ProcessCost> processes) {
    if (phase.accepted() > 0) {
      return Optional.empty();
    }
    long transactions = committed(phase, YcsbReport.TRANSACTION::equals);
    long writes = committed(phase, YcsbReport::isWrite);
    long all = committed(phase, YcsbReport::isOperation);
    String per =
        transactions > 0 ? Events.TRANSACTION : writes > 0 ? Events.UPDATE : Events.OPERATION;
    double count = share * (transactions > 0 ? transactions : writes > 0 ? writes : all);
    SortedMap<String, Double> each = sums(counters, processes);
    each.replaceAll((kind, sum) -> sum / count);
    return count > 0 && !each.isEmpty()
        ? Optional.of(new Events(per, count, each))
        : Optional.empty();
  }

  private static long committed(Phase phase, Predicate<String> kinds) {
    long committed = 0;
    for (String kind : phase.operations().keySet().stream().filter(kinds).toList()) {
      for (Map.Entry<String, Long> status : phase.operations().get(kind).statuses().entrySet()) {
        committed += YcsbReport.isCommitted(kind, status.getKey()) ? status.getValue() : 0;
      }
    }
    return committed;
  }

  private static SortedMap<String, Double> sums(
      SortedMap<String, Double> counters, Collection<ProcessCost> processes) {
    SortedMap<String, Double> sums = new TreeMap<>();
    for (String same :
        List.of(
            Events.CLIENT_FRAMES,
            Events.REDIS_ROUND_TRIPS,
            Events.ALLOCATED,
            Events.ALLOCATED_BY_SHARED_JVM)) {
      put(sums, same, counters.get(same));
    }
    Double fetches = counters.get(Counters.KAFKA_FETCHES);
    if (fetches != null) {
      sums.put(Events.BROKER_REQUESTS, counters.get(Counters.KAFKA_PRODUCES) + fetches);
      sums.put(Events.FETCHES, fetches);
      put(sums, Events.RECORDS, counters.get(Counters.KAFKA_WRITTEN));
    }
    switches(processes.stream().filter(process -> !process.ofClient()).toList())
        .ifPresent(sum -> sums.put(Events.SWITCHES_OF_SERVERS, sum));
    switches(processes.stream().filter(ProcessCost::ofClient).toList())
        .ifPresent(sum -> sums.put(Events.SWITCHES_OF_CLIENTS, sum));
    return sums;
  }

  private static void put(SortedMap<String, Double> sums, String kind, Double sum) {
    if (sum != null) {
      sums.put(kind, sum);
    }
  }

  /** What is unknown of one of them is unknown of all. */
  private static OptionalDouble switches(List<ProcessCost> processes) {
    List<ContextSwitches> known =
        processes.stream().flatMap(process -> process.contextSwitches().stream()).toList();
    return processes.isEmpty() || known.size() < processes.size()
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.stream().mapToLong(ContextSwitches::all).sum());
  }
}
