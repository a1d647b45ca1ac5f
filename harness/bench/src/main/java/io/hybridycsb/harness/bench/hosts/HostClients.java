package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.Clients.Client;
import io.hybridycsb.harness.bench.plan.ClientHosts;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Clients on other hosts. Each phase has a directory of its own on every host that takes part,
 * which is removed when the phase ends, and so is what still runs.
 */
public final class HostClients implements ClientPlace {
  private static final String KUBECTL = "kubectl";

  private final List<Host> places;
  private final Home home;
  private final Path clusters;
  private final double clockOffsetMsMax;
  private final Optional<ClientJob> job;
  private final Progress progress;

  /**
   * @param places the host of each process of YCSB, in order
   * @param clusters the directory that holds the clusters' run directories
   * @param job of the pods that the hosts are; empty if they are none
   */
  HostClients(
      List<Host> places,
      Home home,
      Path clusters,
      double clockOffsetMsMax,
      Optional<ClientJob> job,
      Progress progress) {
    this.places = List.copyOf(places);
    this.home = home;
    this.clusters = clusters;
    this.clockOffsetMsMax = clockOffsetMsMax;
    this.job = job;
    this.progress = progress;
  }

  /**
   * Checks that clients can run there, and has pods made for them. They are there until this is
   * closed.
   *
   * @param clusters the directory that holds the clusters' run directories
   * @param systems that are to be driven
   * @throws HarnessException if a host can't be reached, has no Java, another build of the release,
   *     or a clock that is too far off
   */
  public static HostClients open(
      ClientHosts hosts, Home home, Path clusters, Collection<String> systems, Progress progress)
      throws InterruptedException {
    Optional<ClientJob> job = hosts.pods().map(pods -> new ClientJob(KUBECTL, pods, image(pods)));
    boolean opened = false;
    try (Commands commands = new Commands()) {
      List<Host> places = job.isPresent() ? job.get().start(commands) : connections(hosts.hosts());
      HostClients clients =
          new HostClients(places, home, clusters, hosts.clockOffsetMsMax(), job, progress);
      ReleaseCheck release = new ReleaseCheck(home, commands, systems);
      for (Host host : new LinkedHashSet<>(places)) {
        release.require(host);
        ClockOffset clock = clients.requireClock(host);
        progress.say(
            "clients run on %s; its clock is ahead of this one by %.1f ms, to within %.1f ms"
                .formatted(host.name(), clock.ms(), clock.uncertaintyMs()));
      }
      opened = true;
      return clients;
    } finally {
      if (!opened) {
        delete(job, progress);
      }
    }
  }

  private static List<Host> connections(List<ClientHosts.SshHost> hosts) {
    List<Host> places = new ArrayList<>();
    for (ClientHosts.SshHost host : hosts) {
      places.addAll(Collections.nCopies(host.processes(), Host.of(host)));
    }
    return places;
  }

  /** The image of this release, as docs/docker.md builds it, unless another is named. */
  private static String image(ClientHosts.Pods pods) {
    String own = HostClients.class.getPackage().getImplementationVersion();
    String version = own == null ? "latest" : own;
    return pods.image().isEmpty() ? "hybrid-ycsb/ycsb:" + version : pods.image();
  }

  private static void delete(Optional<ClientJob> job, Progress progress) {
    try {
      job.ifPresent(ClientJob::close);
    } catch (HarnessException e) {
      progress.say("warning: the clients' job may be left in the cluster: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    delete(job, progress);
  }

  @Override
  public Clients.Outcome run(
      Path directory,
      List<Client> clients,
      boolean alone,
      Duration timeout,
      Optional<Clients.Watcher> watcher)
      throws InterruptedException {
    try (Commands commands = new Commands()) {
      Map<Host, List<Client>> byHost = new LinkedHashMap<>();
      for (int i = 0; i < clients.size(); i++) {
        byHost.computeIfAbsent(places.get(i), unused -> new ArrayList<>()).add(clients.get(i));
      }
      List<ClientsOnHost> used = new ArrayList<>();
      try {
        Map<String, Client> there = new TreeMap<>();
        for (Map.Entry<Host, List<Client>> on : byHost.entrySet()) {
          ClientsOnHost one = new ClientsOnHost(on.getKey(), commands);
          used.add(one);
          one.prepare(
                  on.getValue(),
                  home.directory(),
                  directory,
                  clusters,
                  commands.newDirectory(),
                  timeout)
              .forEach(client -> there.put(client.name(), client));
        }
        for (ClientsOnHost one : used) {
          one.begin();
          requireClock(one.host(), one.clock());
        }
        List<Client> started = clients.stream().map(client -> there.get(client.name())).toList();
        Clients.Outcome outcome =
            new Clients(clusters, directory, () -> look(used))
                .run(started, false, timeout, watcher);
        return ended(outcome, byHost, used, directory, commands);
      } finally {
        remove(used);
      }
    }
  }

  private static SortedMap<String, HostSnapshot> look(List<ClientsOnHost> used) {
    used.forEach(one -> one.watch().askToLook());
    SortedMap<String, HostSnapshot> seen = new TreeMap<>();
    used.forEach(one -> seen.put(one.host().name(), one.watch().seen()));
    return seen;
  }

  /** Fails if a host's clock is too far off. */
  ClockOffset requireClock(Host host) {
    try (HostWatch watch = new HostWatch(host, "/")) {
      ClockOffset clock = watch.clock();
      requireClock(host, clock);
      return clock;
    }
  }

  private void requireClock(Host host, ClockOffset clock) {
    if (clock.mayExceed(clockOffsetMsMax)) {
      throw new HarnessException(
          ("the clock of %s is %.1f ms %s this machine's (to within %.1f ms), more than the %.0f ms"
                  + " that clock-offset-max-ms allows: set it, as by NTP")
              .formatted(
                  host.name(),
                  Math.abs(clock.ms()),
                  clock.ms() < 0 ? "behind" : "ahead of",
                  clock.uncertaintyMs(),
                  clockOffsetMsMax));
    }
  }

  private Clients.Outcome ended(
      Clients.Outcome outcome,
      Map<Host, List<Client>> byHost,
      List<ClientsOnHost> used,
      Path directory,
      Commands commands)
      throws InterruptedException {
    SortedMap<String, ClientHost> hosts = new TreeMap<>();
    SortedMap<String, ProcessUse> use = new TreeMap<>();
    for (ClientsOnHost one : used) {
      ClockOffset after = one.watch().clock();
      requireClock(one.host(), after);
      ClockOffset clock = one.clock().until(after);
      double busy = one.coresBusy();
      one.fetch(directory, commands.newDirectory());
      for (Client client : byHost.get(one.host())) {
        hosts.put(
            client.name(),
            new ClientHost(
                one.host().name(),
                one.cores(),
                Double.isNaN(busy) ? OptionalDouble.empty() : OptionalDouble.of(busy),
                clock.ms(),
                clock.uncertaintyMs()));
        use.put(client.name(), ProcessUse.ofCpu(cpuSeconds(directory, client.name())));
      }
    }
    return new Clients.Outcome(outcome.reports(), outcome.seconds(), use, hosts);
  }

  private static double cpuSeconds(Path directory, String client) {
    Path times = directory.resolve(client + ".times");
    double seconds = ClientsOnHost.cpuSeconds(Disk.read(times));
    Disk.remove(times);
    return seconds;
  }

  /** Removes everything, also after Ctrl-C; says what could not be. */
  private void remove(List<ClientsOnHost> used) {
    boolean interrupted = Thread.interrupted();
    for (ClientsOnHost one : used) {
      try {
        one.remove();
      } catch (HarnessException e) {
        progress.say("warning: the clients' files may be left on " + e.getMessage());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
