package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.bench.clients.Conductor;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.process.ProcessTree;
import io.hybridycsb.harness.results.RunResult.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Looks once a second at how much memory processes have, while clients run. */
public final class MemoryWatch implements Conductor {
  private final SortedMap<String, Long> servers;
  private final Optional<? extends Conductor> conductor;
  private final LongSupplier nanoTime;
  private final Function<Set<Long>, Map<Long, Long>> residentBytes;
  private final List<Sample> samples = new ArrayList<>();

  private record Sample(long nanos, Map<String, Long> bytes) {}

  /**
   * @param servers the servers' process ids, by name
   * @param conductor who decides when the clients end; empty if they do so by themselves
   */
  public MemoryWatch(SortedMap<String, Long> servers, Optional<? extends Conductor> conductor) {
    this(servers, conductor, System::nanoTime, pids -> ProcessTree.now().residentBytes(pids));
  }

  MemoryWatch(
      SortedMap<String, Long> servers,
      Optional<? extends Conductor> conductor,
      LongSupplier nanoTime,
      Function<Set<Long>, Map<Long, Long>> residentBytes) {
    this.servers = new TreeMap<>(servers);
    this.conductor = conductor;
    this.nanoTime = nanoTime;
    this.residentBytes = residentBytes;
  }

  @Override
  public boolean secondEnded(long operations, RunningClients clients) {
    boolean end = conductor.isPresent() && conductor.get().secondEnded(operations, clients);
    Map<String, Long> pids = new HashMap<>(servers);
    pids.putAll(clients.pids());
    Map<Long, Long> resident = residentBytes.apply(new HashSet<>(pids.values()));
    Map<String, Long> bytes = new HashMap<>();
    pids.forEach(
        (name, pid) ->
            Optional.ofNullable(resident.get(pid)).ifPresent(some -> bytes.put(name, some)));
    clients
        .hosts()
        .get()
        .values()
        .forEach(host -> host.clients().forEach((name, seen) -> bytes.put(name, seen.rssBytes())));
    samples.add(new Sample(nanoTime.getAsLong(), bytes));
    return end;
  }

  /** The memory of each process between two moments; without those never seen in between. */
  public SortedMap<String, Memory> between(Look begin, Look end) {
    SortedMap<String, LongSummaryStatistics> seen = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.nanos - begin.nanos() >= 0 && sample.nanos - end.nanos() <= 0) {
        sample.bytes.forEach(
            (name, bytes) ->
                seen.computeIfAbsent(name, unused -> new LongSummaryStatistics()).accept(bytes));
      }
    }
    SortedMap<String, Memory> memory = new TreeMap<>();
    seen.forEach(
        (name, all) -> memory.put(name, new Memory(all.getMax(), Math.round(all.getAverage()))));
    return memory;
  }
}
