package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.ProcessSnapshot;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.bench.probe.ThreadSwitches;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.ThreadUse;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was seen at one moment of a run.
 *
 * @param operations done so far, with any outcome
 * @param processes servers, and clients as far as they run, by name
 * @param hosts other hosts with clients, by name
 * @param connections of all processes
 * @param switches of all processes' threads
 * @param compilerSeconds of all processes' just-in-time compilers, as far as they were seen
 * @param counts of each probe
 */
public record Snapshot(
    Moment moment,
    long operations,
    SortedMap<String, ProcessSnapshot> processes,
    SortedMap<String, HostSnapshot> hosts,
    TcpConnections connections,
    ThreadSwitches switches,
    double compilerSeconds,
    List<SortedMap<String, Double>> counts) {

  /**
   * By how much the times between two looks may differ by the wall clock and by the one for
   * durations, which are read one after the other. NTP slews both alike.
   */
  private static final double CLOCK_SECONDS = 0.2;

  /** The end of a failure's text, whose beginning names servers. */
  public static final String ENDED = " ended during the run";

  /**
   * A moment by both clocks.
   *
   * @param wallMs in milliseconds since the epoch
   * @param nanos by the clock for durations
   */
  public record Moment(long wallMs, long nanos) {
    static Moment now() {
      return new Moment(System.currentTimeMillis(), System.nanoTime());
    }
  }

  /**
   * A look at everything, clocks and processes first.
   *
   * @param compilers which looks at them too
   */
  public static Snapshot at(
      SortedMap<String, ProcessSnapshot> servers,
      List<Probe> probes,
      RunningClients clients,
      long operations,
      CompilerTimes compilers) {
    Moment now = Moment.now();
    SortedMap<String, HostSnapshot> hosts = clients.hosts().get();
    SortedMap<String, ProcessSnapshot> processes = new TreeMap<>(servers);
    clients
        .pids()
        .forEach(
            (name, pid) ->
                ProcessIdentity.useOf(pid)
                    .map(use -> ProcessSnapshot.client(pid, use, ThreadUse.ofProcess(pid)))
                    .ifPresent(client -> processes.put(name, client)));
    SortedMap<String, Long> pids = new TreeMap<>(clients.pids());
    servers.forEach((name, server) -> pids.put(name, server.pid()));
    pids.values().forEach(compilers::look);
    for (HostSnapshot host : hosts.values()) {
      compilers.look(host);
      processes.putAll(host.clients());
    }
    return new Snapshot(
        now,
        operations,
        processes,
        hosts,
        TcpConnections.of(pids),
        ThreadSwitches.of(pids),
        compilers.seconds(),
        probes.stream().map(Probe::counts).toList());
  }

  /** The same after clients have ended, with what they used. */
  public Snapshot with(SortedMap<String, ProcessUse> used) {
    SortedMap<String, ProcessSnapshot> all = new TreeMap<>(processes);
    used.forEach((name, use) -> all.put(name, ProcessSnapshot.client(0, use, List.of())));
    return new Snapshot(
        moment, 0, all, new TreeMap<>(), connections, switches, compilerSeconds, counts);
  }

  public long wallMs() {
    return moment.wallMs;
  }

  public long nanos() {
    return moment.nanos;
  }

  /** The ids of the servers that run, by name. */
  public SortedMap<String, Long> pids() {
    SortedMap<String, Long> pids = new TreeMap<>();
    processes.forEach(
        (name, process) -> {
          if (!process.isClient() && process.pid() != 0) {
            pids.put(name, process.pid());
          }
        });
    return pids;
  }

  public double secondsSince(Snapshot earlier) {
    return (nanos() - earlier.nanos()) / 1e9;
  }

  /**
   * Fails if somebody has set the wall clock since then: what counts is cut out of the clients'
   * logs by that clock.
   */
  public void requireClockUnset(Snapshot earlier) {
    double byWallClock = (wallMs() - earlier.wallMs()) / 1000.0;
    double seconds = secondsSince(earlier);
    if (Math.abs(byWallClock - seconds) > CLOCK_SECONDS) {
      throw new HarnessException(
          "the wall clock was set during the run: %.1f s went by in %.1f s"
              .formatted(byWallClock, seconds));
    }
  }

  /** What share of a core the busiest thread of the clients took since then; 0 if unknown. */
  public double busiestClientThreadSince(Snapshot earlier) {
    Map<String, Double> before = earlier.clientThreads();
    double most =
        clientThreads().entrySet().stream()
            .mapToDouble(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0.0))
            .max()
            .orElse(0);
    return secondsSince(earlier) > 0 ? most / secondsSince(earlier) : 0;
  }

  /** CPU seconds of each of the clients' threads, by client and number. */
  private Map<String, Double> clientThreads() {
    Map<String, Double> seconds = new HashMap<>();
    processes.forEach(
        (name, process) ->
            process
                .threads()
                .forEach(thread -> seconds.put(name + "/" + thread.id(), thread.cpuSeconds())));
    return seconds;
  }

  /** What compilers took of the CPU time since then, in percent; empty if none was used. */
  public OptionalDouble compilerPercentSince(Snapshot earlier) {
    double all = cpuSeconds() - earlier.cpuSeconds();
    double compilers = compilerSeconds - earlier.compilerSeconds;
    return all > 0 ? OptionalDouble.of(100 * compilers / all) : OptionalDouble.empty();
  }

  /** CPU seconds of all processes since they started. */
  public double cpuSeconds() {
    return processes.values().stream().mapToDouble(process -> process.use().cpuSeconds()).sum();
  }

  /**
   * What each process has used since an earlier look, clients included; fails if a server has ended
   * in between.
   *
   * @param killed the processes that were meant to end; what they have used is unknown
   */
  public SortedMap<String, ProcessCost> costsSince(Snapshot begin, Set<String> killed) {
    begin.requireAlive(processes, killed);
    SortedMap<String, ProcessCost> costs = new TreeMap<>();
    processes.forEach(
        (name, is) -> {
          ProcessSnapshot was = begin.processes.get(name);
          if (is.isClient() || (was != null && was.lives(is))) {
            costs.put(name, cost(begin, name, was));
          }
        });
    return costs;
  }

  /**
   * @param was the process as it was then; null if it had not begun
   */
  private ProcessCost cost(Snapshot begin, String name, ProcessSnapshot was) {
    ProcessSnapshot is = processes.get(name);
    ProcessUse before = was == null ? new ProcessUse(0, 0, 0) : was.use();
    boolean written = is.use().writtenBytes() >= 0 && before.writtenBytes() >= 0;
    return new ProcessCost(
        is.role(),
        is.use().cpuSeconds() - before.cpuSeconds(),
        written ? is.use().writtenBytes() - before.writtenBytes() : -1,
        Optional.empty(),
        connections.since(begin.connections, name),
        switches.since(begin.switches, name),
        Optional.empty());
  }

  /** A client's host with what everything on it did since then, if both looks were at it. */
  public ClientHost on(ClientHost host, Snapshot earlier) {
    HostSnapshot was = earlier.hosts.get(host.name());
    HostSnapshot is = hosts.get(host.name());
    return was == null || is == null || is.cores() == 0
        ? host
        : host.busy((is.busySeconds() - was.busySeconds()) / secondsSince(earlier));
  }

  /** Fails if one of these servers, other than the killed ones, has ended since this look. */
  public void requireAlive(SortedMap<String, ProcessSnapshot> now, Set<String> killed) {
    List<String> ended =
        processes.entrySet().stream()
            .filter(one -> !one.getValue().isClient() && !killed.contains(one.getKey()))
            .filter(one -> !one.getValue().lives(now.get(one.getKey())))
            .map(Map.Entry::getKey)
            .toList();
    if (!ended.isEmpty()) {
      throw new HarnessException(String.join(", ", ended) + ENDED);
    }
  }
}
