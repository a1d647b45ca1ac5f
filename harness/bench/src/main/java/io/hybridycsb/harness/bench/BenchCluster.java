package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.audit.WriteComparison;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.HdrLogs;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.probe.ProcessSnapshot;
import io.hybridycsb.harness.bench.probe.StoredBytes;
import io.hybridycsb.harness.bench.told.RateLines;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.SpareMemory;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A cluster for experiments, with its data: started, loaded, watched, removed. */
final class BenchCluster {
  private static final String LOADER = "load1";
  private static final int LOG_LINES_KEPT = 500;

  /** A long full experiment leaves millions of transactions, each with a signature. */
  private static final Duration AUDIT_TIMEOUT = Duration.ofMinutes(30);

  private final Home home;
  private final SystemDescription system;
  private final ClusterSettings settings;
  private final Optional<AttachedCluster> attached;
  private final Optional<Integer> portBase;
  private final ClientPlace clients;
  private final ClusterDirectory directory;
  private final Cluster cluster;
  private Optional<Phase> loaded = Optional.empty();
  private final SortedMap<String, Double> coldStart = new TreeMap<>();
  private Optional<SortedMap<String, Double>> storedPerRecord = Optional.empty();
  private Optional<WriteComparison> comparison = Optional.empty();
  private final Set<String> killed = new TreeSet<>();
  private final List<Plan.Run> done = new ArrayList<>();
  private int runs;

  /**
   * @param directory its run directory
   * @param attached the cluster that others have started; empty if this one is started here
   * @param portBase where the search for free ports begins; empty for a block of the cluster's own
   * @param clients where the clients run
   */
  BenchCluster(
      Home home,
      ClusterDirectory directory,
      SystemDescription system,
      ClusterSettings settings,
      Optional<AttachedCluster> attached,
      Optional<Integer> portBase,
      ClientPlace clients,
      Progress progress) {
    this.home = home;
    this.directory = directory;
    this.system = system;
    this.settings = settings;
    this.attached = attached;
    this.portBase = portBase;
    this.clients = clients;
    this.cluster = new Cluster(directory, new ProcessLauncher(), progress);
  }

  SystemDescription system() {
    return system;
  }

  Cluster cluster() {
    return cluster;
  }

  /** Where the clients run. */
  ClientPlace clients() {
    return clients;
  }

  /** Starts it without data and loads all records; fails if any is missing. */
  void start(Progress progress) throws InterruptedException {
    remove();
    long begunNanos = System.nanoTime();
    up(progress);
    long servingNanos = System.nanoTime();
    comparison =
        Optional.of(
            attached.isPresent()
                ? WriteComparison.without("the servers run elsewhere")
                : WriteComparison.begin(recordedWrites()));
    Optional<StoredBytes> empty = storedBytes();
    progress.say(
        settings.hasAnInsertForEachRecord()
            ? "loading %,d records".formatted(settings.load().records())
            : "loading what %s needs".formatted(settings.load().file()));
    long loadNanos = System.nanoTime();
    Clients.Outcome loading = load(progress);
    Phase load = loaded(loading);
    loaded = Optional.of(load);
    comparison
        .get()
        .add(
            loading.reports(),
            RunResult.isOnlyAccepted(system.commitMode(settings.load().properties())));
    if (attached.isEmpty()) {
      coldStart.put(Counters.COLD_SERVING, (servingNanos - begunNanos) / 1e9);
      coldStart.put(Counters.COLD_LOADING, (System.nanoTime() - loadNanos) / 1e9);
      coldStart.put(
          Counters.COLD_CPU,
          loading.use().values().stream().mapToDouble(ProcessUse::cpuSeconds).sum());
    }
    // Servers take more of it as they work.
    new SpareMemory().requireFor("%s with %d nodes".formatted(settings.system(), settings.nodes()));
    Optional<StoredBytes> full = storedBytes();
    storedPerRecord =
        empty.flatMap(
            before ->
                full.map(now -> now.perRecordSince(before, load.committed(), settings.nodes())));
  }

  private void up(Progress progress) throws InterruptedException {
    Duration timeout = Duration.ofSeconds(settings.startTimeoutSeconds());
    if (attached.isPresent()) {
      AttachedCluster other = attached.get();
      cluster.attach(other.system(), other.nodes(), other.properties(), other.versions());
      if (!other.empty().isEmpty()) {
        // Its arguments may hold a password.
        progress.say("emptying the cluster by " + other.empty().get(0));
        empty(other.empty(), timeout);
      }
      return;
    }
    cluster.up(
        system,
        home,
        new UpRequest(Optional.of(settings.nodes()), settings.options(), portBase, timeout));
  }

  private void empty(List<String> command, Duration timeout) throws InterruptedException {
    LogFile log = new LogFile(directory.path().resolve("empty.log"));
    new LoggedCommand("the command that empties the cluster", new ProcessBuilder(command), log)
        .succeed(Deadline.after(timeout));
  }

  /** Whether others have started it. */
  boolean isAttached() {
    return attached.isPresent();
  }

  private Clients.Outcome load(Progress progress) throws InterruptedException {
    Path logs = loadDirectory();
    Disk.makeDirectory(logs);
    RateLines lines = new RateLines(progress);
    return clients.run(
        logs,
        new YcsbCommand(home, settings.system(), logs).load(LOADER, settings),
        true,
        Duration.ofSeconds(settings.load().timeoutSeconds()),
        Optional.of(
            (done, clients) -> {
              lines.look(done, (second, perSecond) -> loadedSoFar(done, perSecond));
              return false;
            }));
  }

  private String loadedSoFar(long done, double perSecond) {
    return settings.hasAnInsertForEachRecord()
        ? RateLines.of(done, settings.load().records(), "records", perSecond)
        : String.format(Locale.ROOT, "%,d operations, %,.0f/s", done, perSecond);
  }

  private Phase loaded(Clients.Outcome outcome) {
    Phase phase = Phases.of(outcome, HdrLogs.read(loadDirectory(), List.of(LOADER)));
    boolean complete =
        settings.hasAnInsertForEachRecord()
            ? phase.committed() == settings.load().records()
            : Phases.uncommitted(phase).isEmpty();
    if (!complete) {
      throw new HarnessException(
          "the load committed %,d of %,d records; the other outcomes: %s"
              .formatted(phase.committed(), settings.load().records(), Phases.uncommitted(phase)));
    }
    return phase;
  }

  /** What is on disk now; empty if unknown. */
  Optional<StoredBytes> storedBytes() throws InterruptedException {
    return attached.isPresent()
        ? Optional.empty()
        : StoredBytes.of(cluster.existing().processes(), system.data().measured().stored());
  }

  private Path loadDirectory() {
    return directory.path().resolve("load");
  }

  Optional<Phase> loaded() {
    return loaded;
  }

  /**
   * What it took until the records were loaded, as counters; none before. The CPU time is that of
   * the client that loaded.
   */
  SortedMap<String, Double> coldStart() {
    return coldStart;
  }

  int runs() {
    return runs;
  }

  /** Counts a run that has succeeded. */
  void countRun(Plan.Run run) {
    runs++;
    done.add(run);
  }

  /**
   * Counts a section of a run, which is a run of its own to the servers.
   *
   * @param killedAfter the processes that were killed after it
   */
  void countSection(Set<String> killedAfter) {
    runs++;
    killed.addAll(killedAfter);
  }

  /** Remembers a run that is the same as one that was done on this cluster, if it was. */
  void countSame(Plan.Run same, Plan.Run run) {
    if (done.contains(same)) {
      done.add(run);
    }
  }

  /** The runs that have succeeded on this cluster, and those that are the same as one of them. */
  List<Plan.Run> done() {
    return List.copyOf(done);
  }

  /** How many writes its servers have recorded; empty if none tells, or if they run elsewhere. */
  Optional<RecordedWrites> recordedWrites() {
    return attached.isPresent() ? Optional.empty() : system.recordedWrites(cluster.servers());
  }

  /**
   * Compares what clients were told of their writes with what servers have recorded.
   *
   * @param run its clients' reports
   * @param onlyAccepted whether acknowledged writes may come to nothing
   * @param killedNow processes that were killed in this run
   * @throws HarnessException if they differ
   */
  RunResult.Recorded compareWrites(
      List<YcsbReport> run, boolean onlyAccepted, Set<String> killedNow)
      throws InterruptedException {
    killed.addAll(killedNow);
    WriteComparison writes = comparison.orElseThrow();
    writes.add(run, onlyAccepted);
    return writes.compare(killed);
  }

  boolean hasAudit() {
    return directory.load().map(state -> state.commands().containsKey("audit")).orElse(false);
  }

  /**
   * Has the ledgers audited; empty if the system has nothing to audit.
   *
   * @throws HarnessException if the audit has not ended in time
   */
  Optional<AuditResult> audit() throws InterruptedException {
    LogFile log = new LogFile(directory.path().resolve("audit.log"));
    return AuditResult.of(cluster.existing(), log, AUDIT_TIMEOUT);
  }

  /**
   * Compares the writes in the ledgers with what clients were told.
   *
   * @throws HarnessException if the audit has failed, or counted other writes
   */
  void requireSame(AuditResult audit) {
    comparison.orElseThrow().requireSame(audit);
  }

  /** Bytes on disk that loading added per record, as counters; empty if unknown. */
  Optional<SortedMap<String, Double>> storedPerRecord() {
    return storedPerRecord;
  }

  SortedMap<String, String> versions() {
    return directory.load().map(state -> new TreeMap<>(state.versions())).orElseGet(TreeMap::new);
  }

  /** All processes, by name. */
  SortedMap<String, ProcessSnapshot> processes() {
    return ProcessSnapshot.all(cluster);
  }

  /** The process and those that end with it. */
  Set<String> withCompanions(String name) {
    cluster.process(name);
    return cluster.existing().processes().stream()
        .filter(process -> process.name().equals(name) || process.endsWith(name))
        .map(ProcessSpec::name)
        .collect(Collectors.toSet());
  }

  void copyLoadFiles(Path target) {
    if (!Files.isDirectory(loadDirectory())) {
      return;
    }
    Disk.list(loadDirectory()).forEach(file -> Disk.copy(file, target.resolve(file.getFileName())));
  }

  /** Copies the end of each process' log. */
  void copyLogs(Path target) {
    if (directory.load().isEmpty()) {
      return;
    }
    Disk.makeDirectory(target);
    cluster
        .logs()
        .forEach(
            (name, log) ->
                Attempt.to(
                    "copy " + log.path(),
                    () ->
                        Files.write(
                            target.resolve(name + ".log"), log.lastLines(LOG_LINES_KEPT, 0))));
  }

  /** Stops and removes the cluster in this directory, also one that an earlier command has left. */
  void remove() throws InterruptedException {
    loaded = Optional.empty();
    coldStart.clear();
    comparison = Optional.empty();
    killed.clear();
    done.clear();
    runs = 0;
    if (directory.load().isPresent()) {
      cluster.downInAnyCase(true);
    }
  }
}
