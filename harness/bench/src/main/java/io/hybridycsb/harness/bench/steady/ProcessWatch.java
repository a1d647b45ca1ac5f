package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.process.ProcStat;
import io.hybridycsb.harness.process.ProcessTree;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.results.ProcessCost.Memory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Looks once a second at processes, while clients run: at their memory, their CPU time, and the
 * threads of their compilers. A child that ends and is waited for between the readings of itself
 * and of its parent is missing in that second's CPU time, or counts twice.
 */
public final class ProcessWatch implements Clients.Watcher {
  private final SortedMap<String, Long> servers;
  private final CompilerTimes compilers;
  private final Optional<? extends End> end;
  private final LongSupplier nanoTime;
  private final Function<Set<Long>, Map<Long, ProcessUse>> usage;
  private final DoubleSupplier busySeconds;
  private final List<Sample> samples = new ArrayList<>();

  /** Decides when clients end. */
  public interface End {
    /**
     * As {@link Clients.Watcher#secondEnded}.
     *
     * @param last the second that has ended; empty at the first call
     */
    boolean secondEnded(long operations, RunningClients clients, Optional<Stretch> last);
  }

  /**
   * @param busySeconds of all processors of this machine, since it was booted; NaN if unknown
   */
  private record Sample(
      long nanos, long operations, double busySeconds, Map<String, ProcessUse> processes) {
    double cpuSeconds() {
      return processes.values().stream().mapToDouble(ProcessUse::cpuSeconds).sum();
    }

    Stretch since(Sample earlier) {
      return new Stretch(
          (nanos - earlier.nanos) / 1e9,
          operations - earlier.operations,
          cpuSeconds() - earlier.cpuSeconds());
    }
  }

  /**
   * @param servers the servers' process ids, by name
   * @param end empty if clients end by themselves
   */
  public ProcessWatch(
      SortedMap<String, Long> servers, CompilerTimes compilers, Optional<? extends End> end) {
    this(
        servers,
        compilers,
        end,
        System::nanoTime,
        pids -> ProcessTree.now().uses(pids),
        () -> ProcStat.machineBusySeconds().orElse(Double.NaN));
  }

  ProcessWatch(
      SortedMap<String, Long> servers,
      CompilerTimes compilers,
      Optional<? extends End> end,
      LongSupplier nanoTime,
      Function<Set<Long>, Map<Long, ProcessUse>> usage,
      DoubleSupplier busySeconds) {
    this.servers = new TreeMap<>(servers);
    this.compilers = compilers;
    this.end = end;
    this.nanoTime = nanoTime;
    this.usage = usage;
    this.busySeconds = busySeconds;
  }

  @Override
  public boolean secondEnded(long operations, RunningClients clients) {
    Optional<Sample> before =
        samples.isEmpty() ? Optional.empty() : Optional.of(samples.get(samples.size() - 1));
    // To decide may take a while, and the operations are those of this moment.
    Sample now = sample(operations, clients);
    return end.isPresent() && end.get().secondEnded(operations, clients, before.map(now::since));
  }

  private Sample sample(long operations, RunningClients clients) {
    long nanos = nanoTime.getAsLong();
    Map<String, Long> pids = new HashMap<>(servers);
    pids.putAll(clients.pids());
    Map<Long, ProcessUse> used = usage.apply(new HashSet<>(pids.values()));
    Map<String, ProcessUse> processes = new HashMap<>();
    pids.forEach(
        (name, pid) ->
            Optional.ofNullable(used.get(pid)).ifPresent(some -> processes.put(name, some)));
    pids.values().forEach(compilers::look);
    for (HostSnapshot host : clients.hosts().get().values()) {
      host.clients().forEach((name, seen) -> processes.put(name, seen.use()));
      compilers.look(host);
    }
    Sample sample = new Sample(nanos, operations, busySeconds.getAsDouble(), processes);
    samples.add(sample);
    return sample;
  }

  /**
   * How many of this machine's processors did other work on average than these processes', while
   * clients ran; empty if the platform doesn't tell.
   */
  public OptionalDouble othersCores() {
    if (samples.size() < 2) {
      return OptionalDouble.empty();
    }
    Sample last = samples.get(samples.size() - 1);
    Stretch whole = last.since(samples.get(0));
    double busy = last.busySeconds - samples.get(0).busySeconds;
    return Double.isNaN(busy)
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(0, busy - whole.cpuSeconds()) / whole.seconds());
  }

  /** The memory of each process between two moments; without those never seen in between. */
  public SortedMap<String, Memory> memory(Snapshot begin, Snapshot end) {
    SortedMap<String, LongSummaryStatistics> seen = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.nanos - begin.nanos() >= 0 && sample.nanos - end.nanos() <= 0) {
        sample.processes.forEach(
            (name, process) ->
                seen.computeIfAbsent(name, unused -> new LongSummaryStatistics())
                    .accept(process.rssBytes()));
      }
    }
    SortedMap<String, Memory> memory = new TreeMap<>();
    seen.forEach(
        (name, all) -> memory.put(name, new Memory(all.getMax(), Math.round(all.getAverage()))));
    return memory;
  }

  /** The two halves of the time between two moments; empty if nothing was seen. */
  public Optional<Halves> halves(Snapshot begin, Snapshot end) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    Sample middle = nearest(begin.nanos() + (end.nanos() - begin.nanos()) / 2);
    return Optional.of(
        new Halves(middle.since(nearest(begin.nanos())), nearest(end.nanos()).since(middle)));
  }

  private Sample nearest(long nanos) {
    return samples.stream()
        .min(Comparator.comparingLong(sample -> Math.abs(sample.nanos - nanos)))
        .orElseThrow();
  }
}
