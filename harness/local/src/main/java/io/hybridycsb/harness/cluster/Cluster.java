package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.network.Toxiproxy;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SpareMemory;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.FreshStart;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One system's cluster on this machine.
 *
 * <pre>{@code
 *          up              kill, crash
 * (none) ------> running <-------------> dead        (per process)
 *   ^              | ^       restart      |
 *   |         down | | up, restart        | down
 *   | purge        v |                    |
 *   +----------- stopped <----------------+
 * }</pre>
 */
public final class Cluster {
  /** How long a process that keeps its data has for an orderly end. */
  static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /** If the data are removed anyway, a process needs no time for an orderly end. */
  private static final Duration PURGE_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(60);

  private final ClusterDirectory directory;
  private final ProcessLauncher launcher;
  private final Progress progress;
  private final SpareMemory memory;
  private final Duration stopTimeout;

  public Cluster(ClusterDirectory directory, ProcessLauncher launcher, Progress progress) {
    this(directory, launcher, progress, new SpareMemory(), STOP_TIMEOUT);
  }

  /**
   * @param memory watched while processes start
   * @param stopTimeout how long a process that keeps its data has for an orderly end
   */
  Cluster(
      ClusterDirectory directory,
      ProcessLauncher launcher,
      Progress progress,
      SpareMemory memory,
      Duration stopTimeout) {
    this.directory = directory;
    this.launcher = launcher;
    this.progress = progress;
    this.memory = memory;
    this.stopTimeout = stopTimeout;
  }

  /**
   * What {@code up} was asked for.
   *
   * @param nodes the number of nodes; empty: as the existing cluster has, or the default
   * @param settings options to set
   * @param portBase where the search for free ports begins; empty for a block of the cluster's own
   * @param timeout how long the start may take
   */
  public record UpRequest(
      Optional<Integer> nodes,
      Map<String, String> settings,
      Optional<Integer> portBase,
      Duration timeout) {}

  /**
   * Starts a new cluster, or a stopped one with its data; returns when all processes serve, and
   * commit if the system can tell that.
   */
  public void up(SystemDescription system, Home home, UpRequest request)
      throws InterruptedException {
    try (LockFile lock = directory.lock()) {
      Optional<ClusterState> existing = directory.load();
      existing.ifPresent(this::requireStopped);
      ClusterState state =
          directory.made(() -> planning().planned(system, home, request, existing));
      directory.save(state);
      start(state.processes(), request.timeout());
    }
  }

  /**
   * Records a cluster that others have started, none of whose processes is ours. Its {@link #down}
   * forgets it, and stops nothing.
   *
   * @param clientProperties of YCSB: its addresses and keys
   * @param versions of its programs, by name
   */
  public void attach(
      String system, int nodes, Map<String, String> clientProperties, Map<String, String> versions)
      throws InterruptedException {
    try (LockFile lock = directory.lock()) {
      directory.load().ifPresent(this::requireStopped);
      directory.make();
      PrivateFiles.write(
          directory.ycsbProperties(),
          PropertiesText.of("How a client finds this cluster.", clientProperties));
      directory.save(
          new ClusterState(
              system,
              nodes,
              Map.of(),
              Map.of(),
              List.of(),
              Map.of(),
              versions,
              Network.NONE,
              Map.of()));
    }
  }

  private ClusterPlanning planning() {
    return new ClusterPlanning(directory, progress);
  }

  private void requireStopped(ClusterState state) {
    long running = state.started().values().stream().filter(ProcessIdentity::isAlive).count();
    if (running == 0) {
      return;
    }
    String dead =
        state.processes().stream()
            .map(ProcessSpec::name)
            .filter(name -> state.stateOf(name) != State.RUNNING)
            .collect(Collectors.joining(", "));
    throw new HarnessException(
        "%s is already running in %s (%d of %d processes%s); see 'hybrid status', or stop it with"
                .formatted(
                    state.system(),
                    directory.path(),
                    running,
                    state.processes().size(),
                    dead.isEmpty() ? "" : "; not running: " + dead)
            + " 'hybrid down %s'".formatted(state.system()));
  }

  /** All processes together return when nodes commit; some may serve without the others. */
  private void start(List<ProcessSpec> specs, Duration timeout) throws InterruptedException {
    Deadline deadline = Deadline.after(timeout);
    Starter starter =
        new Starter(launcher, memory, progress, deadline, this::recordStarted, this::setUpNetwork);
    try {
      starter.start(specs);
      if (specs.size() == existing().processes().size()) {
        FirstCommits.await(existing(), directory.path(), deadline, progress);
      }
    } catch (HarnessException | InterruptedException e) {
      progress.say("stopping what was started");
      stop(specs);
      throw e;
    }
  }

  /** Makes the proxies again, because a Toxiproxy that starts has none. */
  private void setUpNetwork(ProcessSpec started) {
    if (started.role().equals(Network.ROLE)) {
      Network network = existing().network();
      new Toxiproxy(network).setUp();
      progress.say("  between nodes: " + network);
    }
  }

  private synchronized void recordStarted(String name, ProcessIdentity identity) {
    directory.save(existing().withStarted(name, identity));
  }

  private synchronized void recordStopped(String name) {
    directory.save(existing().withStopped(name));
  }

  /** The recorded state; fails if there is none. */
  public ClusterState existing() {
    return directory.existing();
  }

  /** The process of this name; if there is none, fails and names all processes. */
  public ProcessSpec process(String name) {
    return existing().process(name);
  }

  /** The log of a process, or of a server in one. */
  public LogFile log(String name) {
    return Optional.ofNullable(logs().get(name)).orElseGet(() -> process(name).log());
  }

  /** All logs, by the names of those who write them, in the order of the plan. */
  public Map<String, LogFile> logs() {
    return existing().logs();
  }

  /**
   * Sends SIGKILL to each, see {@link KillOrder}; returns when they are gone. Says which other
   * processes end with them.
   */
  public void kill(List<String> names) throws InterruptedException {
    names.forEach(this::process);
    ClusterState state = existing();
    // Looked up before the first kill: a process may end by itself as soon as another is killed.
    List<ProcessIdentity> running =
        KillOrder.of(
                state.processes().stream().filter(spec -> names.contains(spec.name())).toList())
            .stream()
            .map(spec -> running(state, spec.name()))
            .toList();
    List<ProcessSpec> taken =
        state.processes().stream()
            .filter(spec -> !names.contains(spec.name()))
            .filter(spec -> names.stream().anyMatch(spec::endsWith))
            .filter(spec -> state.stateOf(spec.name()) == State.RUNNING)
            .toList();
    for (ProcessIdentity identity : running) {
      if (!identity.kill(KILL_TIMEOUT)) {
        throw new HarnessException(
            "a process (pid %d) does not end on SIGKILL".formatted(identity.pid()));
      }
    }
    taken.forEach(spec -> progress.say("%s ends with %s".formatted(spec.name(), partners(spec))));
  }

  private static String partners(ProcessSpec spec) {
    return spec.endsWith().stream().map(NeededProcess::name).collect(Collectors.joining(", "));
  }

  private static ProcessIdentity running(ClusterState state, String name) {
    return Optional.ofNullable(state.started().get(name))
        .filter(ProcessIdentity::isAlive)
        .orElseThrow(() -> new HarnessException(name + " is not running"));
  }

  /**
   * Stops the processes if they run, and starts them as before; returns when they serve. A process
   * that ends when one of them does is restarted too. A process that one of them needs is started
   * too, if it doesn't run.
   */
  public void restart(List<String> names, Duration timeout) throws InterruptedException {
    try (LockFile lock = directory.lockExisting()) {
      names.forEach(this::process);
      List<ProcessSpec> specs = withTheirPartners(names);
      stop(specs);
      start(specs, timeout);
    }
  }

  /**
   * Stops nodes, removes their data but not their keys, and starts them again; returns when the
   * others have brought them up and they serve.
   */
  public void restartFresh(
      SystemDescription system, Home home, List<String> names, Duration timeout)
      throws InterruptedException {
    try (LockFile lock = directory.lockExisting()) {
      names.forEach(this::process);
      ClusterState state = existing();
      PlanContext context = planning().context(system, home, state);
      for (String name : names) {
        FreshStart fresh = system.freshStart(context, name);
        List<ProcessSpec> specs =
            state.processes().stream()
                .filter(spec -> fresh.processes().contains(spec.name()))
                .toList();
        stop(specs);
        fresh.data().forEach(Disk::remove);
        fresh.files().forEach(PrivateFiles::write);
        start(specs, timeout);
      }
    }
  }

  private List<ProcessSpec> withTheirPartners(List<String> names) {
    ClusterState state = existing();
    Set<String> wanted = new LinkedHashSet<>(names);
    for (ProcessSpec spec : state.processes()) {
      for (NeededProcess partner : spec.endsWith()) {
        String other = partner.name();
        if (names.contains(other) && wanted.add(spec.name())) {
          progress.say("restarting %s, too: it ends when %s does".formatted(spec.name(), other));
        }
        if (names.contains(spec.name())
            && state.stateOf(other) != State.RUNNING
            && wanted.add(other)) {
          progress.say(
              "starting %s, too: %s cannot serve without it".formatted(other, spec.name()));
        }
      }
    }
    return state.processes().stream().filter(spec -> wanted.contains(spec.name())).toList();
  }

  public void restartAll(Duration timeout) throws InterruptedException {
    restart(existing().processes().stream().map(ProcessSpec::name).toList(), timeout);
  }

  /** Stops all processes; with {@code purge}, removes all data as well. */
  public void down(boolean purge) throws InterruptedException {
    try (LockFile lock = directory.lockExisting()) {
      stop(existing().processes(), !purge);
      Disk.remove(directory.ycsbProperties());
      if (purge) {
        directory.purge();
      }
    }
  }

  /** As {@link #down}, also if interrupted meanwhile, so that none of its processes goes on. */
  public void downInAnyCase(boolean purge) throws InterruptedException {
    try {
      down(purge);
    } catch (InterruptedException e) {
      down(purge);
      throw e;
    }
  }

  private void stop(List<ProcessSpec> specs) throws InterruptedException {
    stop(specs, true);
  }

  /**
   * Stops the highest stage first.
   *
   * @param dataStay whether the processes have time to end in order
   */
  private void stop(List<ProcessSpec> specs, boolean dataStay) throws InterruptedException {
    List<List<ProcessSpec>> stages =
        specs.stream().collect(Collectors.groupingBy(ProcessSpec::stage)).entrySet().stream()
            .sorted(Map.Entry.comparingByKey(Comparator.reverseOrder()))
            .map(Map.Entry::getValue)
            .toList();
    for (List<ProcessSpec> stage : stages) {
      stopStage(stage, dataStay);
    }
  }

  private void stopStage(List<ProcessSpec> stage, boolean dataStay) throws InterruptedException {
    Map<String, ProcessIdentity> started = existing().started();
    List<ProcessSpec> known =
        stage.stream().filter(spec -> started.containsKey(spec.name())).toList();
    known.forEach(spec -> started.get(spec.name()).terminate());
    Deadline deadline = Deadline.after(dataStay ? stopTimeout : PURGE_TIMEOUT);
    for (ProcessSpec spec : known) {
      ProcessIdentity identity = started.get(spec.name());
      if (!identity.awaitEnd(Duration.ofMillis(deadline.remainingMs()))) {
        if (dataStay) {
          progress.say("  %s does not end on SIGTERM; killing it".formatted(spec.name()));
        }
        if (!identity.kill(KILL_TIMEOUT)) {
          throw new HarnessException(
              "%s (pid %d) does not end on SIGKILL".formatted(spec.name(), identity.pid()));
        }
      }
      recordStopped(spec.name());
    }
  }

  /** Its servers, for whoever asks them. */
  public Servers servers() {
    return new Servers(
        directory.path(),
        existing().ports(),
        directory.clientProperties(),
        () -> {
          SortedMap<String, Long> pids = new TreeMap<>();
          for (ProcessStatus process : status()) {
            if (process.pid() != null) {
              pids.put(process.name(), process.pid());
            }
          }
          return pids;
        });
  }

  /** All processes, in the order of the plan. */
  public List<ProcessStatus> status() {
    return existing().status();
  }
}
