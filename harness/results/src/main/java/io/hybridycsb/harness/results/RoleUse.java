package io.hybridycsb.harness.results;

import io.hybridycsb.harness.results.ProcessCost.Memory;
import io.hybridycsb.harness.results.ProcessCost.Network;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What all processes of a role used together in a run. What is unknown of one of them is unknown of
 * all.
 *
 * @param processes how many there are
 * @param cpuSeconds in all
 * @param writtenBytes to storage
 * @param sentBytes over TCP
 * @param receivedBytes over TCP
 * @param meanRssBytes the sum of each process' mean
 * @param peakRssBytes the sum of each process' peak
 */
public record RoleUse(
    int processes,
    double cpuSeconds,
    OptionalDouble writtenBytes,
    OptionalDouble sentBytes,
    OptionalDouble receivedBytes,
    OptionalDouble meanRssBytes,
    OptionalDouble peakRssBytes) {

  /** Whether what servers used is among it, and not only what clients did. */
  public static boolean knowsServers(Map<String, ProcessCost> processes) {
    return processes.values().stream().anyMatch(cost -> !cost.ofClient());
  }

  /** By role. */
  public static SortedMap<String, RoleUse> of(Map<String, ProcessCost> processes) {
    SortedMap<String, RoleUse> roles = new TreeMap<>();
    processes.values().stream()
        .collect(Collectors.groupingBy(ProcessCost::role))
        .forEach((role, costs) -> roles.put(role, sum(costs)));
    return roles;
  }

  /** Of all these processes together, whatever their role. */
  public static RoleUse sum(List<ProcessCost> costs) {
    return new RoleUse(
        costs.size(),
        costs.stream().mapToDouble(ProcessCost::cpuSeconds).sum(),
        sum(
            costs,
            cost -> Optional.of(cost.writtenBytes()).filter(bytes -> bytes >= 0),
            Long::doubleValue),
        sum(costs, ProcessCost::network, Network::sentBytes),
        sum(costs, ProcessCost::network, Network::receivedBytes),
        sum(costs, ProcessCost::memory, Memory::meanRssBytes),
        sum(costs, ProcessCost::memory, Memory::peakRssBytes));
  }

  private static <T> OptionalDouble sum(
      List<ProcessCost> costs, Function<ProcessCost, Optional<T>> part, ToDoubleFunction<T> bytes) {
    List<T> known = costs.stream().map(part).flatMap(Optional::stream).toList();
    return costs.isEmpty() || known.size() < costs.size()
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.stream().mapToDouble(bytes).sum());
  }
}
