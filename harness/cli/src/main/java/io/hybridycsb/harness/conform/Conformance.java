package io.hybridycsb.harness.conform;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.CommandOutput;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Starts a cluster, checks the contract on it statement by statement, and removes it. */
public final class Conformance {
  /** Few, so that operations contend. */
  private static final long RECORDS = 40;

  private static final int THREADS = 8;
  private static final String OPERATIONS_PER_SECOND = "200";
  private static final int COMMITS = 25;
  private static final long POLL_MS = 200;
  private static final int READS_MAX = 10;
  private static final Duration PHASE_MAX = Duration.ofMinutes(5);
  private static final Duration COMMITS_MAX = Duration.ofMinutes(2);

  /** How long commits are awaited while a node is dead: a system may wait for its return. */
  private static final Duration DEAD_MAX = Duration.ofSeconds(10);

  /** How far a read may lag behind where a system doesn't promise the newest state. */
  private static final Duration STALE_MAX = Duration.ofSeconds(20);

  private final Home home;
  private final Request request;
  private final String name;
  private final Path run;
  private final ClusterDirectory directory;
  private final Cluster cluster;
  private final Progress progress;
  private final List<Verdict> verdicts = new ArrayList<>();
  private final List<HistoryFile> written = new ArrayList<>();
  private final List<HistoryFile> readBack = new ArrayList<>();

  /**
   * What is to be checked.
   *
   * @param properties further ones of the binding, such as a timeout
   * @param killed the processes that die; empty for the last node
   */
  public record Request(
      SystemDescription system,
      UpRequest up,
      Map<String, String> properties,
      List<String> killed) {}

  /**
   * @param root the directory of all run directories
   */
  public Conformance(Home home, Request request, Path root, Progress progress) {
    this.home = home;
    this.request = request;
    this.name = request.system().name();
    this.directory = ClusterDirectory.of(root, name);
    this.run = directory.path();
    this.cluster = new Cluster(directory, new ProcessLauncher(), progress);
    this.progress = progress;
  }

  /**
   * Checks all statements, and tells a line for each.
   *
   * @return whether none failed
   * @throws HarnessException if there is a cluster already, which is the user's
   */
  public boolean check() throws InterruptedException {
    if (directory.load().isPresent()) {
      throw new HarnessException(
          "there is a cluster in %s; remove it with 'hybrid down %s --purge' first"
              .formatted(run, name));
    }
    try {
      if (tell("a cluster starts", this::start) && checkCalls()) {
        checkLoad();
      }
    } finally {
      if (directory.load().isPresent()) {
        tell("the cluster stops", this::stop);
      }
    }
    long failed = verdicts.stream().filter(Verdict.FAILED::equals).count();
    progress.say(
        "%s %s: %d statements, %d FAILED, %d UNSUPPORTED"
            .formatted(
                name,
                failed == 0 ? "conforms" : "does not conform",
                verdicts.size(),
                failed,
                verdicts.stream().filter(Verdict.UNSUPPORTED::equals).count()));
    return failed == 0;
  }

  private void checkLoad() throws InterruptedException {
    List<String> killed = killed();
    boolean survived =
        tell("YCSB loads records", this::load)
            && tell(
                "while YCSB runs, %s dies and returns".formatted(String.join(" and ", killed)),
                () -> runAndKill(killed))
            && tell("everything acknowledged is read back", this::readBack);
    if (survived) {
      tell("the history keeps the promise", this::checkPromise);
    }
    tell("the audit passes", this::audit);
  }

  /** Tells a verdict, and returns whether it isn't a failure. */
  private boolean tell(String statement, Verdict.Proof proof) throws InterruptedException {
    return say(Verdict.line(statement, proof)) != Verdict.FAILED;
  }

  private Verdict say(String line) {
    progress.say(line);
    verdicts.add(Verdict.of(line));
    return Verdict.of(line);
  }

  private Optional<String> start() throws InterruptedException {
    cluster.up(request.system(), home, request.up());
    ClusterState state = cluster.existing();
    return Optional.of("%d nodes, %d processes".formatted(state.nodes(), state.processes().size()));
  }

  /** Removes the cluster; if a statement failed, logs and histories stay. */
  private Optional<String> stop() throws InterruptedException {
    boolean purge = !verdicts.contains(Verdict.FAILED);
    cluster.down(purge);
    return Optional.of(purge ? "" : "its logs and histories are in " + run);
  }

  /**
   * Has a process of its own check the binding's answers.
   *
   * @return whether there were any
   */
  private boolean checkCalls() throws InterruptedException {
    boolean newest = promised().filter(Model.LINEARIZABLE::equals).isPresent();
    List<String> command =
        new ArrayList<>(
            BindingCommands.command(
                home,
                name,
                BindingContract.class.getName(),
                home.bindingClass(name),
                directory.ycsbProperties().toString(),
                Long.toString(newest ? 0 : STALE_MAX.toMillis())));
    request.properties().forEach((key, value) -> command.add(key + "=" + value));
    List<String> said = CommandOutput.of(command, PHASE_MAX).orElse("").lines().toList();
    for (String line : said) {
      if (line.startsWith(BindingContract.VERDICT)) {
        say(line.substring(BindingContract.VERDICT.length()));
      } else {
        progress.say("  " + line);
      }
    }
    return tell(
        "the binding answers single calls",
        () -> {
          long answers = said.stream().filter(l -> l.startsWith(BindingContract.VERDICT)).count();
          if (answers != BindingContract.STATEMENTS) {
            throw new HarnessException("its process ended early");
          }
          return Optional.of("");
        });
  }

  private YcsbReport ycsb(String phase, long records, Path history, Map<String, String> more)
      throws InterruptedException {
    SortedMap<String, String> properties = properties(records, history);
    properties.putAll(more);
    return run(phase, properties, Optional.empty());
  }

  private YcsbReport run(
      String phase, SortedMap<String, String> properties, Optional<Clients.Watcher> watcher)
      throws InterruptedException {
    properties.put("workload", YcsbCommand.OWN_WORKLOAD);
    properties.put("status.interval", "1");
    List<String> command = YcsbCommand.with(home, phase, name, workload(), THREADS);
    return new Clients(run.getParent(), run, TreeMap::new)
        .run(List.of(new Clients.Client(phase, command, properties)), false, PHASE_MAX, watcher)
        .reports()
        .get(0);
  }

  private Path workload() {
    return home.directory().resolve("workloads").resolve("workloada");
  }

  private Path history(String client) {
    return run.resolve(client + "-history.jsonl");
  }

  private SortedMap<String, String> properties(long records, Path history) {
    SortedMap<String, String> properties = new TreeMap<>(request.properties());
    properties.put("table", "conformload");
    properties.put("fieldcount", "3");
    properties.put("fieldlength", "20");
    properties.put("recordcount", Long.toString(records));
    properties.put("hybrid.history", history.toString());
    return properties;
  }

  private Optional<String> load() throws InterruptedException {
    Path history = history("load");
    YcsbReport load = ycsb("load", RECORDS, history, Map.of());
    if (load.committed() != RECORDS) {
      throw new CorrectnessException("of %d there are %s".formatted(RECORDS, load.statuses()));
    }
    written.add(HistoryFile.read(history));
    return Optional.of(RECORDS + " records");
  }

  private List<String> killed() {
    return request.killed().isEmpty()
        ? cluster.existing().processes().stream()
            .filter(process -> process.role().equals("node"))
            .reduce((one, other) -> other)
            .map(process -> List.of(process.name()))
            .orElseThrow(() -> new HarnessException("name the process that dies by --kill"))
        : request.killed();
  }

  private Optional<String> runAndKill(List<String> killed) throws InterruptedException {
    Path history = history("run");
    SortedMap<String, String> properties = properties(RECORDS, history);
    properties.put("requestdistribution", "uniform");
    properties.put("readproportion", "0.4");
    properties.put("updateproportion", "0.4");
    properties.put("insertproportion", "0.2");
    properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
    properties.put("target", OPERATIONS_PER_SECOND);
    properties.put(BenchWorkload.END_WITH_INPUT, "true");
    StringBuilder meanwhile = new StringBuilder();
    YcsbReport report =
        run(
            "run",
            properties,
            Optional.of((operations, running) -> isSurvived(killed, history, meanwhile)));
    written.add(HistoryFile.read(history));
    Contract.requireHonest(written);
    if (report.wrongReads() > 0) {
      throw new CorrectnessException("reads showed what nobody had written");
    }
    return Optional.of(meanwhile.toString());
  }

  /** Once there are commits, kills and restarts; returns whether there are commits after that. */
  private boolean isSurvived(List<String> killed, Path history, StringBuilder meanwhile) {
    try {
      if (!hasCommits(history, 0, Duration.ZERO)) {
        return false;
      }
      cluster.kill(killed);
      if (cluster.existing().nodes() > 1) {
        boolean goesOn = hasCommits(history, System.nanoTime(), DEAD_MAX);
        meanwhile.append(
            goesOn
                ? COMMITS + " commits meanwhile"
                : "fewer than %d commits in %d s meanwhile"
                    .formatted(COMMITS, DEAD_MAX.toSeconds()));
      }
      cluster.restart(killed, request.up().timeout());
      if (!hasCommits(history, System.nanoTime(), COMMITS_MAX)) {
        throw new CorrectnessException(
            "after its return there are no commits within %d s".formatted(COMMITS_MAX.toSeconds()));
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }

  private static boolean hasCommits(Path history, long sinceNs, Duration timeout)
      throws InterruptedException {
    Deadline deadline = Deadline.after(timeout);
    while (commitsSince(history, sinceNs) < COMMITS) {
      if (deadline.passed()) {
        return false;
      }
      Thread.sleep(Math.min(POLL_MS, deadline.remainingMs()));
    }
    return true;
  }

  private static long commitsSince(Path history, long sinceNs) {
    // A client makes the file a while before it writes the first line.
    return history.toFile().length() == 0
        ? 0
        : HistoryFile.read(history).calls().stream()
            .filter(call -> call.isCommitted() && call.invokedNs() > sinceNs)
            .count();
  }

  /** Reads all records, again if a read fails, as it may just after a node's return. */
  private Optional<String> readBack() throws InterruptedException {
    long inserts =
        written.stream()
            .flatMap(history -> history.calls().stream())
            .filter(call -> call.op().equals("insert"))
            .count();
    Map<String, String> reading =
        Map.of(
            "operationcount", Long.toString(inserts),
            "requestdistribution", "sequential",
            "readproportion", "1",
            "updateproportion", "0");
    for (int i = 1; i <= READS_MAX; i++) {
      Path history = history("readback" + i);
      ycsb("run", inserts, history, reading);
      readBack.add(HistoryFile.read(history));
      if (Contract.isAnswered(readBack.get(i - 1))) {
        break;
      }
    }
    long acknowledged = Contract.requireKept(written, readBack).acknowledged();
    return Optional.of("%d writes".formatted(acknowledged));
  }

  private Optional<Model> promised() {
    Settings settings =
        new Settings(NetworkOptions.of(request.system()), cluster.existing().settings());
    return request.system().promisedModel(settings, request.properties());
  }

  private Optional<String> checkPromise() {
    List<HistoryFile> all = new ArrayList<>(written);
    all.addAll(readBack);
    return promised()
        .map(model -> Contract.requireModel(all, model))
        .map(report -> "%s: %d records".formatted(report.model().title(), report.records()));
  }

  private Optional<String> audit() throws InterruptedException {
    LogFile log = new LogFile(run.resolve("audit.log"));
    Optional<AuditResult> result = AuditResult.of(cluster.existing(), log, PHASE_MAX);
    if (result.isPresent() && !result.get().passed()) {
      throw new HarnessException("%s; see %s".formatted(result.get().inOneLine(), log.path()));
    }
    return result.map(AuditResult::inOneLine);
  }
}
