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
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PropertiesText;
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
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Starts a cluster, checks the contract on it statement by statement, and removes it. */
public final class Conformance {
  /** Few, so that operations contend. */
  private static final long RECORDS = 40;

  private static final int THREADS = 8;
  private static final String OPERATIONS_PER_SECOND = "200";
  private static final int READS_MAX = 10;
  private static final Duration PHASE_MAX = Duration.ofMinutes(5);

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
   * @param killed the processes that die; empty for {@link KillUnderLoad#usual}
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
    boolean purge = false;
    try {
      if (tell("a cluster starts", this::start)
          && tell("the binding answers single calls", this::checkCalls)) {
        checkLoad();
      }
      purge = !verdicts.contains(Verdict.FAILED);
    } finally {
      remove(purge);
    }
    long failed = verdicts.stream().filter(Verdict.FAILED::equals).count();
    progress.say(
        "%s %s: %d checked, %d FAILED, %d UNSUPPORTED"
            .formatted(
                name,
                failed == 0 ? "conforms" : "does not conform",
                verdicts.size(),
                failed,
                verdicts.stream().filter(Verdict.UNSUPPORTED::equals).count()));
    return failed == 0;
  }

  private void remove(boolean purge) throws InterruptedException {
    if (directory.load().isPresent()) {
      tell("the cluster stops", () -> stop(purge));
    }
  }

  private void checkLoad() throws InterruptedException {
    List<String> killed =
        request.killed().isEmpty()
            ? KillUnderLoad.usual(cluster.existing().processes())
            : request.killed();
    String who = killed.isEmpty() ? "a process" : String.join(" and ", killed);
    boolean survived =
        tell("YCSB loads records", this::load)
            && tell("while YCSB runs, %s dies and returns".formatted(who), () -> runAndKill(killed))
            && tell("everything acknowledged is read back", this::readBack);
    if (survived) {
      tell("the history keeps the promise", this::checkPromise);
    }
    tell("the audit ends without a finding", this::audit);
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

  /**
   * Removes the cluster.
   *
   * @param purge whether logs and histories go, too
   */
  private Optional<String> stop(boolean purge) throws InterruptedException {
    cluster.downInAnyCase(purge);
    return Optional.of(purge ? "" : "its logs and histories are in " + run);
  }

  /** Has a process of its own check the binding's answers, and tells a line for each. */
  private Optional<String> checkCalls() throws InterruptedException {
    boolean newest = promised().filter(Model.LINEARIZABLE::equals).isPresent();
    // Everybody sees the words of a command, and a property may be secret.
    Path properties = run.resolve("calls.properties");
    LogFile log = new LogFile(run.resolve("calls.log"));
    List<String> command =
        BindingCommands.command(
            home,
            name,
            BindingContract.class.getName(),
            home.bindingClass(name),
            Long.toString(newest ? 0 : STALE_MAX.toMillis()),
            directory.ycsbProperties().toString(),
            properties.toString());
    PrivateFiles.write(
        properties,
        PropertiesText.of("Further ones of the binding.", new TreeMap<>(request.properties())));
    try {
      return Optional.of(
          answers(
              log,
              new LoggedCommand("the binding", new ProcessBuilder(command), log)
                  .run(Deadline.after(PHASE_MAX), () -> {})));
    } finally {
      Disk.remove(properties);
    }
  }

  /**
   * Tells what the binding's process has said.
   *
   * @param status the process' exit status; empty if it did not end
   * @throws HarnessException unless it came to its end
   */
  private String answers(LogFile log, OptionalInt status) {
    int answers = 0;
    for (String line : log.textFrom(0).lines().toList()) {
      if (line.startsWith(BindingContract.VERDICT)) {
        say(line.substring(BindingContract.VERDICT.length()));
        answers++;
      } else {
        progress.say("  " + line);
      }
    }
    if (status.isEmpty()) {
      throw new HarnessException(
          "its process has not ended after %d s; see %s"
              .formatted(PHASE_MAX.toSeconds(), log.path()));
    }
    if (status.getAsInt() != 0 || answers != BindingContract.STATEMENTS) {
      throw new HarnessException(
          "its process ended with status %d after %d of %d statements; see %s"
              .formatted(status.getAsInt(), answers, BindingContract.STATEMENTS, log.path()));
    }
    return "";
  }

  /**
   * Runs YCSB to its end.
   *
   * @param client begins the names of its files
   */
  private YcsbReport run(
      String phase,
      String client,
      SortedMap<String, String> properties,
      Duration timeout,
      Optional<Clients.Watcher> watcher)
      throws InterruptedException {
    properties.put("workload", YcsbCommand.OWN_WORKLOAD);
    properties.put("status.interval", "1");
    List<String> command = YcsbCommand.with(home, phase, name, workload(), THREADS);
    return new Clients(run.getParent(), run, TreeMap::new)
        .run(List.of(new Clients.Client(client, command, properties)), false, timeout, watcher)
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
    YcsbReport load =
        run("load", "load", properties(RECORDS, history), PHASE_MAX, Optional.empty());
    if (load.committed() != RECORDS) {
      throw new CorrectnessException("of %d there are %s".formatted(RECORDS, load.statuses()));
    }
    written.add(HistoryFile.read(history));
    return Optional.of(RECORDS + " records");
  }

  private Optional<String> runAndKill(List<String> killed) throws InterruptedException {
    if (killed.isEmpty()) {
      throw new HarnessException("name the process that dies by --kill");
    }
    Path history = history("run");
    SortedMap<String, String> properties = properties(RECORDS, history);
    properties.put("requestdistribution", "uniform");
    properties.put("readproportion", "0.4");
    properties.put("updateproportion", "0.4");
    properties.put("insertproportion", "0.2");
    properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
    properties.put("target", OPERATIONS_PER_SECOND);
    properties.put(BenchWorkload.END_WITH_INPUT, "true");
    KillUnderLoad kill =
        new KillUnderLoad(processes(killed), cluster.existing().nodes() > 1, history);
    YcsbReport report =
        run(
            "run",
            "run",
            properties,
            PHASE_MAX.plus(request.up().timeout()).plus(KillUnderLoad.longest()),
            Optional.of((operations, running) -> kill.isDone()));
    String meanwhile = kill.found();
    written.add(HistoryFile.read(history));
    Contract.requireHonest(written);
    if (report.wrongReads() > 0) {
      throw new CorrectnessException("reads showed what nobody had written");
    }
    return Optional.of(meanwhile);
  }

  private KillUnderLoad.Processes processes(List<String> names) {
    return new KillUnderLoad.Processes() {
      @Override
      public void kill() throws InterruptedException {
        cluster.kill(names);
      }

      @Override
      public void restart() throws InterruptedException {
        cluster.restart(names, request.up().timeout());
      }
    };
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
      String client = "readback" + i;
      Path history = history(client);
      SortedMap<String, String> properties = properties(inserts, history);
      properties.putAll(reading);
      run("run", client, properties, PHASE_MAX, Optional.empty());
      readBack.add(HistoryFile.read(history));
      if (Contract.isAnswered(readBack.get(i - 1))) {
        break;
      }
    }
    long acknowledged = Contract.requireKept(written, readBack).acknowledged();
    return Optional.of("%d writes".formatted(acknowledged));
  }

  private Optional<Model> promised() {
    Settings settings = NetworkOptions.settings(request.system(), cluster.existing().settings());
    return request.system().promisedModel(settings, request.properties());
  }

  private Optional<String> checkPromise() {
    List<HistoryFile> all = new ArrayList<>(written);
    all.addAll(readBack);
    return promised()
        .map(model -> Contract.requireModel(all, model))
        .map(report -> "%s: %d records".formatted(report.model().title(), report.records()));
  }

  /**
   * What it counts isn't compared: the ledger has the writes of the single calls, too, and nobody
   * has counted them.
   */
  private Optional<String> audit() throws InterruptedException {
    LogFile log = new LogFile(run.resolve("audit.log"));
    Optional<AuditResult> result = AuditResult.of(cluster.existing(), log, PHASE_MAX);
    if (result.isPresent() && !result.get().passed()) {
      throw new HarnessException("%s; see %s".formatted(result.get().inOneLine(), log.path()));
    }
    return result.map(AuditResult::inOneLine);
  }
}
