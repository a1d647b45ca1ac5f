package io.hybridycsb.harness.conform;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.Clients.Client;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.crash.PromiseCheck;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.SystemDescription;
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
    boolean newest = promisesNewest();
    SortedMap<String, String> properties = PropertiesText.read(directory.ycsbProperties());
    properties.putAll(request.properties());
    // Everybody sees the words of a command, and a property may be secret.
    Path file = run.resolve("calls.properties");
    LogFile log = new LogFile(run.resolve("calls.log"));
    List<String> command =
        BindingCommands.command(
            home,
            name,
            BindingContract.class.getName(),
            home.bindingClass(name),
            Long.toString(newest ? 0 : STALE_MAX.toMillis()),
            file.toString());
    PrivateFiles.write(file, PropertiesText.of("The binding's.", properties));
    int before = verdicts.size();
    int status;
    try {
      status =
          new LoggedCommand("its process", new ProcessBuilder(command), log)
              .statusWithin(PHASE_MAX);
    } finally {
      Disk.remove(file);
      log.textFrom(0).lines().forEach(this::tellAnswer);
    }
    int answers = verdicts.size() - before;
    if (status != 0 || answers != BindingContract.STATEMENTS) {
      throw new HarnessException(
          "its process ended with status %d after %d of %d statements; see %s"
              .formatted(status, answers, BindingContract.STATEMENTS, log.path()));
    }
    return Optional.of("");
  }

  private void tellAnswer(String line) {
    if (line.startsWith(BindingContract.VERDICT)) {
      say(line.substring(BindingContract.VERDICT.length()));
    } else {
      progress.say("  " + line);
    }
  }

  /**
   * Runs YCSB to its end.
   *
   * @param client begins the names of its files
   * @param records that there are, or that it loads
   * @param more of its properties
   */
  private YcsbReport run(
      String phase,
      String client,
      long records,
      Map<String, String> more,
      Duration timeout,
      Optional<Clients.Watcher> watcher)
      throws InterruptedException {
    SortedMap<String, String> properties = new TreeMap<>(request.properties());
    properties.put("workload", YcsbCommand.OWN_WORKLOAD);
    properties.put("status.interval", "1");
    properties.put("table", "conformload");
    properties.put("fieldcount", "3");
    properties.put("fieldlength", "20");
    properties.put("recordcount", Long.toString(records));
    properties.put(YcsbCommand.HISTORY, YcsbCommand.newHistory(run, client).toString());
    properties.putAll(more);
    Path workload = home.directory().resolve("workloads").resolve("workloada");
    List<String> command = YcsbCommand.with(home, phase, name, workload, THREADS);
    return ClientPlace.here(run.getParent())
        .run(run, List.of(new Client(client, command, properties)), false, timeout, watcher)
        .reports()
        .get(0);
  }

  private HistoryFile history(String client) {
    return HistoryFile.read(YcsbCommand.history(run, client));
  }

  private Optional<String> load() throws InterruptedException {
    YcsbReport load = run("load", "load", RECORDS, Map.of(), PHASE_MAX, Optional.empty());
    if (load.committed() != RECORDS) {
      throw new CorrectnessException("of %d there are %s".formatted(RECORDS, load.statuses()));
    }
    written.add(history("load"));
    return Optional.of(RECORDS + " records");
  }

  private Optional<String> runAndKill(List<String> killed) throws InterruptedException {
    if (killed.isEmpty()) {
      throw new HarnessException("name the process that dies by --kill");
    }
    KillUnderLoad kill =
        new KillUnderLoad(
            () -> cluster.kill(killed),
            () -> cluster.restart(killed, request.up().timeout()),
            cluster.existing().nodes() > 1,
            YcsbCommand.history(run, "run"));
    Map<String, String> mixed =
        Map.of(
            "requestdistribution",
            "uniform",
            "readproportion",
            "0.4",
            "updateproportion",
            "0.4",
            "insertproportion",
            "0.2",
            "operationcount",
            Integer.toString(Integer.MAX_VALUE),
            "target",
            OPERATIONS_PER_SECOND,
            BenchWorkload.END_WITH_INPUT,
            "true");
    YcsbReport report =
        run(
            "run",
            "run",
            RECORDS,
            mixed,
            PHASE_MAX.plus(request.up().timeout()).plus(KillUnderLoad.longest()),
            Optional.of((operations, running) -> kill.isDone()));
    String meanwhile = kill.found();
    written.add(history("run"));
    Contract.requireHonest(written);
    if (report.wrongReads() > 0) {
      throw new CorrectnessException("reads showed what nobody had written");
    }
    return Optional.of(meanwhile);
  }

  /**
   * Reads all records, again if a read fails, as it may just after a node's return. So it does if
   * one shows an older value where nodes may be behind.
   */
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
    boolean newest = promisesNewest();
    for (int i = 1; i <= READS_MAX; i++) {
      run("run", "readback" + i, inserts, reading, PHASE_MAX, Optional.empty());
      readBack.add(history("readback" + i));
      if (Contract.isAnswered(readBack.get(i - 1))
          && (newest || Contract.isKept(written, readBack))) {
        break;
      }
    }
    long acknowledged = Contract.requireKept(written, readBack).acknowledged();
    return Optional.of("%d writes".formatted(acknowledged));
  }

  private boolean promisesNewest() {
    return promised().equals(Optional.of(Model.LINEARIZABLE));
  }

  private Optional<Model> promised() {
    return PromiseCheck.of(
            request.system(), cluster.existing().settings(), request.properties(), progress)
        .promised();
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
