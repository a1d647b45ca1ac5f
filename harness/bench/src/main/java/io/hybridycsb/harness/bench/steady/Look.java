package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.SeenHost;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.bench.probe.ThreadSwitches;
import io.hybridycsb.harness.bench.probe.Usage;
import io.hybridycsb.harness.process.ThreadTimes;
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
 * @param wallMs the moment, in milliseconds since the epoch
 * @param nanos the same moment, by the clock for durations
 * @param operations done so far, with any outcome
 * @param servers by name
 * @param clients by name, as far as they run
 * @param hosts other hosts with clients, by name
 * @param clientThreads CPU seconds of each of the clients' threads, by client and number
 * @param connections of all processes
 * @param switches of all processes' threads
 * @param compilerSeconds of all processes' just-in-time compilers, as far as they were seen
 * @param counts of each probe
 */
public record Look(
    long wallMs,
    long nanos,
    long operations,
    SortedMap<String, SeenProcess> servers,
    SortedMap<String, Usage> clients,
    SortedMap<String, SeenHost> hosts,
    Map<String, Double> clientThreads,
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
   * A look at everything, clocks and processes first.
   *
   * @param compilers which looks at them too
   */
  public static Look at(
      SortedMap<String, SeenProcess> servers,
      List<Probe> probes,
      RunningClients clients,
      long operations,
      CompilerTimes compilers) {
    long wallMs = System.currentTimeMillis();
    long nanos = System.nanoTime();
    SortedMap<String, SeenHost> hosts = clients.hosts().get();
    SortedMap<String, Usage> usage = new TreeMap<>();
    Map<String, Double> threads = new HashMap<>();
    clients
        .pids()
        .forEach(
            (name, pid) -> {
              Usage.of(pid).ifPresent(used -> usage.put(name, used));
              ThreadTimes.byThread(pid)
                  .forEach((thread, used) -> threads.put(name + "/" + thread, used));
            });
    SortedMap<String, Long> pids = new TreeMap<>(clients.pids());
    servers.forEach((name, server) -> pids.put(name, server.pid()));
    pids.values().forEach(compilers::look);
    for (SeenHost host : hosts.values()) {
      compilers.look(host);
      for (Map.Entry<String, SeenHost.SeenClient> client : host.clients().entrySet()) {
        usage.put(client.getKey(), client.getValue().usage());
        client
            .getValue()
            .threads()
            .forEach((thread, used) -> threads.put(client.getKey() + "/" + thread, used));
      }
    }
    return new Look(
        wallMs,
        nanos,
        operations,
        servers,
        usage,
        hosts,
        threads,
        TcpConnections.of(pids),
        ThreadSwitches.of(pids),
        compilers.seconds(),
        probes.stream().map(Probe::counts).toList());
  }

  /** The same after clients have ended, with what they used. */
  public Look with(SortedMap<String, Usage> used) {
    return new Look(
        wallMs,
        nanos,
        0,
        servers,
        used,
        new TreeMap<>(),
        Map.of(),
        connections,
        switches,
        compilerSeconds,
        counts);
  }

  /** The ids of the servers that run, by name. */
  public SortedMap<String, Long> pids() {
    SortedMap<String, Long> pids = new TreeMap<>();
    servers.forEach((name, server) -> pids.put(name, server.pid()));
    pids.values().removeIf(pid -> pid == 0);
    return pids;
  }

  public double secondsSince(Look earlier) {
    return (nanos - earlier.nanos) / 1e9;
  }

  /**
   * Fails if somebody has set the wall clock since then: what counts is cut out of the clients'
   * logs by that clock.
   */
  public void requireClockUnset(Look earlier) {
    double byWallClock = (wallMs - earlier.wallMs) / 1000.0;
    double seconds = secondsSince(earlier);
    if (Math.abs(byWallClock - seconds) > CLOCK_SECONDS) {
      throw new HarnessException(
          "the wall clock was set during the run: %.1f s went by in %.1f s"
              .formatted(byWallClock, seconds));
    }
  }

  /** What share of a core the busiest thread of the clients took since then; 0 if unknown. */
  public double busiestClientThreadSince(Look earlier) {
    double most =
        clientThreads.entrySet().stream()
            .mapToDouble(
                thread ->
                    thread.getValue() - earlier.clientThreads.getOrDefault(thread.getKey(), 0.0))
            .max()
            .orElse(0);
    return secondsSince(earlier) > 0 ? most / secondsSince(earlier) : 0;
  }

  /** What compilers took of the CPU time since then, in percent; empty if none was used. */
  public OptionalDouble compilerPercentSince(Look earlier) {
    double all = cpuSeconds() - earlier.cpuSeconds();
    double compilers = compilerSeconds - earlier.compilerSeconds;
    return all > 0 ? OptionalDouble.of(100 * compilers / all) : OptionalDouble.empty();
  }

  /** CPU seconds of all processes since they started. */
  public double cpuSeconds() {
    return servers.values().stream().mapToDouble(server -> server.usage().cpuSeconds()).sum()
        + clients.values().stream().mapToDouble(Usage::cpuSeconds).sum();
  }

  /**
   * What each process has used since an earlier look, clients included; fails if a server has ended
   * in between.
   *
   * @param killed the processes that were meant to end; what they have used is unknown
   */
  public SortedMap<String, ProcessCost> costsSince(Look begin, Set<String> killed) {
    begin.requireAlive(servers, killed);
    SortedMap<String, ProcessCost> costs = new TreeMap<>();
    begin.servers.forEach(
        (name, was) -> {
          SeenProcess is = servers.get(name);
          if (was.lives(is)) {
            costs.put(name, cost(begin, name, was.role(), is.usage().since(was.usage())));
          }
        });
    clients.forEach(
        (name, used) -> {
          Usage was = begin.clients.getOrDefault(name, new Usage(0, 0));
          costs.put(name, cost(begin, name, ProcessCost.CLIENT, used.since(was)));
        });
    return costs;
  }

  /** A client's host with what everything on it did since then, if both looks were at it. */
  public ClientHost on(ClientHost host, Look earlier) {
    SeenHost was = earlier.hosts.get(host.name());
    SeenHost is = hosts.get(host.name());
    return was == null || is == null || is.cores() == 0
        ? host
        : host.busy((is.busySeconds() - was.busySeconds()) / secondsSince(earlier));
  }

  private ProcessCost cost(Look begin, String name, String role, Usage used) {
    return new ProcessCost(
        role,
        used.cpuSeconds(),
        used.writtenBytes(),
        Optional.empty(),
        connections.since(begin.connections, name),
        switches.since(begin.switches, name),
        Optional.empty());
  }

  /** Fails if one of these servers, other than the killed ones, has ended since this look. */
  public void requireAlive(SortedMap<String, SeenProcess> now, Set<String> killed) {
    List<String> ended =
        servers.keySet().stream()
            .filter(name -> !killed.contains(name) && !servers.get(name).lives(now.get(name)))
            .toList();
    if (!ended.isEmpty()) {
      throw new HarnessException(String.join(", ", ended) + ENDED);
    }
  }
}
