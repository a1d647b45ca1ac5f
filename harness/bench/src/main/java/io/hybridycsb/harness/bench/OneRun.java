package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.HdrLogs;
import io.hybridycsb.harness.bench.clients.OfferedLoad;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.clients.ProofCosts;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.crash.Crash;
import io.hybridycsb.harness.bench.crash.PromiseCheck;
import io.hybridycsb.harness.bench.crash.ReadBack;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.WorkloadFile;
import io.hybridycsb.harness.bench.probe.ClientPhases;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.Probes;
import io.hybridycsb.harness.bench.probe.RecordedProbe;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.steady.CountedPart;
import io.hybridycsb.harness.bench.steady.ProcessWatch;
import io.hybridycsb.harness.bench.steady.Snapshot;
import io.hybridycsb.harness.bench.told.RunLines;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.Memory;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Runs one point once on a loaded cluster: warms up, measures, checks the result.
 *
 * @param directory where its files go
 */
record OneRun(Home home, BenchCluster cluster, RunSettings run, Path directory, Progress progress) {
  /** The share of YCSB's time limit that a whole run lasts; threads end a little early. */
  private static final double WHOLE_TIME = 0.95;

  /** More operations than any run does, and not more than YCSB can count. */
  static final long ENDLESS = Integer.MAX_VALUE;

  private static final String LOAD_CLIENTS = "load-clients";
  private static final String CURVE = "load.curve";
  private static final String CLIENT_HOSTS = "client-hosts";
  private static final String WARM_UP = "warm-up";
  private static final String WARM_UP_MAX = "warm-up-max";

  /** Does the run; fails if the result doesn't count. */
  Measured measure(ClusterSettings settings) throws InterruptedException {
    List<Probe> probes =
        Probes.of(
            cluster.system(),
            cluster.cluster().existing().ports(),
            cluster::processes,
            run.fault().isEmpty());
    boolean onlyAccepted = RunResult.isOnlyAccepted(cluster.system().commitMode(run.properties()));
    if (onlyAccepted) {
      cluster.recordedWrites().ifPresent(servers -> probes.add(new RecordedProbe(servers)));
    }
    CompilerTimes compilers = new CompilerTimes();
    Snapshot before = withoutClients(probes, compilers);
    Optional<Crash> crash = crash(settings);
    Optional<CountedPart> part =
        run.length().warmUp().exists()
            ? Optional.of(
                new CountedPart(
                    run,
                    cluster.runs() == 0
                        ? run.length().warmUp().onNewCluster()
                        : run.length().warmUp(),
                    System::nanoTime,
                    (operations, clients) ->
                        Snapshot.at(cluster.processes(), probes, clients, operations, compilers),
                    () -> crash.ifPresent(Crash::start)))
            : Optional.empty();
    if (part.isEmpty()) {
      crash.ifPresent(Crash::start);
    }
    ProcessWatch watch = new ProcessWatch(before.pids(), compilers, part);
    RunLines lines = new RunLines(run, part, progress);
    Clients.Outcome outcome = outcome(settings, before, crash, watch, lines);
    Snapshot begin = part.isEmpty() ? before : required(part.get().begin());
    Snapshot end =
        part.isEmpty()
            ? withoutClients(probes, compilers).with(outcome.use())
            : required(part.get().end());
    end.requireClockUnset(begin);
    before.requireAlive(cluster.processes(), killed());
    SortedMap<String, ProcessCost> costs = end.costsSince(begin, killed());
    SortedMap<String, Memory> seen = watch.memory(begin, end);
    costs.replaceAll((name, cost) -> cost.with(Optional.ofNullable(seen.get(name))));
    outcome
        .hosts()
        .forEach(
            (name, host) ->
                costs.computeIfPresent(name, (client, cost) -> cost.on(end.on(host, begin))));
    List<Probe.Findings> findings =
        new ArrayList<>(Probes.findings(probes, begin.counts(), end.counts(), settings.nodes()));
    if (part.isPresent() && run.fault().isEmpty() && run.rate().curve().isEmpty()) {
      watch
          .halves(begin, end)
          .flatMap(halves -> halves.drift(run))
          .ifPresent(warning -> findings.add(Probe.Findings.warning(warning)));
    }
    if (!killed().isEmpty()) {
      String names = String.join(", ", new TreeSet<>(killed()));
      findings.add(Probe.Findings.warning(Kind.KILLED_LEFT_OUT.of(names)));
    }
    findings.add(Probe.Findings.counted(ProofCosts.counters(outcome.reports())));
    if (outcome.reports().stream().anyMatch(report -> report.attempted() == 0)) {
      findings.add(Probe.Findings.warning(Kind.IDLE_CLIENT.of()));
    }
    HdrLogs.Part counted =
        part.isEmpty() ? HdrLogs.Part.WHOLE : new HdrLogs.Part(begin.wallMs(), end.wallMs());
    HdrLogs logs =
        HdrLogs.read(
            directory, List.copyOf(outcome.use().keySet()), counted, outcome.clocksAheadMs());
    if (run.batch() > 1) {
      logs.inBatches();
    }
    if (part.isPresent()) {
      logs.timeline().until(end.wallMs());
      if (run.rate().target().isPresent() && run.rate().curve().isEmpty()) {
        findings.add(Probe.Findings.counted(logs.mediansOfThirds()));
      }
    } else {
      logs.ended(outcome.seconds(), run.length().seconds());
    }
    findings.addAll(OfferedLoad.findings(outcome, counted, logs.timeline()));
    logs.timeline().write(directory.resolve(RunFiles.TIMELINE));
    Phase phase = Phases.of(outcome, logs, onlyAccepted);
    requireWhole(run, outcome, phase);
    Recorded recorded = cluster.compareWrites(outcome.reports(), onlyAccepted, killed());
    if (crash.isPresent()) {
      long lastMs = part.isPresent() ? counted.toMs() : logs.timeline().lastMs();
      long backByMs = hasInvariant() ? lastMs : Long.MAX_VALUE;
      findings.addAll(
          crashed(
              settings,
              outcome.reports(),
              () -> crash.get().findings(logs.timeline(), counted.fromMs(), backByMs)));
    }
    return new Measured(
        part.map(CountedPart::warmUp),
        phase,
        outcome.reports(),
        recorded,
        costs,
        new Measured.Cpu(
            end.secondsSince(begin),
            end.busiestClientThreadSince(begin),
            part.isPresent() ? end.compilerPercentSince(begin) : OptionalDouble.empty(),
            begin.cpuSeconds(),
            watch.othersCores()),
        ClientPhases.in(phase, findings));
  }

  private Clients.Outcome outcome(
      ClusterSettings settings,
      Snapshot before,
      Optional<Crash> crash,
      ProcessWatch watch,
      RunLines lines)
      throws InterruptedException {
    boolean ended = false;
    try {
      SortedMap<String, String> properties =
          properties(run, settings.load().records(), cluster.runs());
      if (crash.isPresent() && !hasInvariant()) {
        properties.put(YcsbCommand.HISTORY, directory.toString());
      }
      if (run.length().warmUp().exists()) {
        properties.put(BenchWorkload.END_WITH_INPUT, "true");
      } else if (run.length().seconds() > 0) {
        properties.put("maxexecutiontime", Long.toString(run.length().seconds()));
      }
      Clients.Outcome outcome =
          cluster
              .clients()
              .run(
                  directory,
                  commands(YcsbCommand.CLIENT, run, properties, run.length().warmUp().exists()),
                  run.fault().isEmpty(),
                  Duration.ofSeconds(run.length().timeoutSeconds()),
                  Optional.of(
                      (done, clients) -> {
                        lines.look(done);
                        return isOver(watch, crash, done, clients);
                      }));
      ended = true;
      return outcome;
    } catch (Clients.Failed e) {
      if (!e.interrupted()) {
        // The clients of a server that has ended only say that it doesn't answer.
        before.requireAlive(cluster.processes(), killed());
      }
      throw e;
    } finally {
      if (crash.isPresent()) {
        if (!ended) {
          crash.get().giveUp();
        }
        crash.get().end();
      }
    }
  }

  private static boolean isOver(
      ProcessWatch watch, Optional<Crash> crash, long operations, RunningClients clients) {
    boolean isOver = watch.secondEnded(operations, clients);
    if (isOver) {
      crash.ifPresent(Crash::over);
    }
    return isOver;
  }

  /**
   * What a kill has cost. What it has lost is found out first: that counts even if the process has
   * never served again.
   *
   * @param service how the crash went; fails if the process doesn't serve again
   */
  private List<Probe.Findings> crashed(
      ClusterSettings settings, Collection<YcsbReport> reports, Supplier<Probe.Findings> service)
      throws InterruptedException {
    if (hasInvariant()) {
      Probe.Findings served = service.get();
      requireVerified(reports);
      return List.of(served);
    }
    Probe.Findings lost = lost(settings);
    try {
      return List.of(service.get(), lost);
    } catch (HarnessException e) {
      ReadBack.requireCorrect(List.of(lost));
      throw e;
    }
  }

  /** Which writes a kill has lost. */
  private Probe.Findings lost(ClusterSettings settings) throws InterruptedException {
    PromiseCheck check =
        PromiseCheck.of(cluster.system(), settings.options(), run.properties(), progress);
    return new ReadBack(
            directory,
            run,
            settings.load().records(),
            this::clients,
            check,
            duration -> Thread.sleep(duration.toMillis()),
            progress)
        .findings();
  }

  private Snapshot withoutClients(List<Probe> probes, CompilerTimes compilers) {
    return Snapshot.at(
        cluster.processes(), probes, RunningClients.here(new TreeMap<>()), 0, compilers);
  }

  /** Fails if a client has not verified what is left after a kill. */
  static void requireVerified(Collection<YcsbReport> reports) {
    if (!reports.stream().allMatch(YcsbReport::isVerified)) {
      throw new HarnessException(
          "a client printed no line '[VERIFICATION], AnomalyScore': nobody knows what the kill has"
              + " cost; leave out transaction.verify=false, or kill");
    }
  }

  private static Snapshot required(Optional<Snapshot> look) {
    return look.orElseThrow(
        () ->
            new HarnessException(
                "the clients ended by themselves before enough operations were counted"));
  }

  /** Whether the clients themselves verify that nothing was lost. */
  private boolean hasInvariant() {
    Path workloads = home.directory().resolve("workloads");
    return WorkloadFile.read(workloads.resolve(run.workload())).hasInvariant();
  }

  private Optional<Crash> crash(ClusterSettings settings) {
    Duration startTimeout = Duration.ofSeconds(settings.startTimeoutSeconds());
    return run.fault().map(fault -> new Crash(cluster.cluster(), fault, startTimeout));
  }

  private Set<String> killed() {
    return run.fault().map(fault -> cluster.withCompanions(fault.process())).orElseGet(Set::of);
  }

  /** Clients that do a number of operations and end. */
  private void clients(String name, RunSettings settings, SortedMap<String, String> properties)
      throws InterruptedException {
    cluster
        .clients()
        .run(
            directory,
            commands(name, settings, properties, false),
            settings.fault().isEmpty(),
            Duration.ofSeconds(settings.length().timeoutSeconds()),
            Optional.empty());
  }

  private List<Clients.Client> commands(
      String name, RunSettings settings, SortedMap<String, String> properties, boolean endless) {
    return new YcsbCommand(home, cluster.system().name(), directory)
        .run(name, settings, properties, endless ? ENDLESS : settings.length().operations());
  }

  /**
   * YCSB's properties. What a run inserts has other keys than what was loaded, and than what
   * earlier runs on the cluster have inserted.
   */
  static SortedMap<String, String> properties(RunSettings run, long records, int earlierRuns) {
    SortedMap<String, String> properties = new TreeMap<>(run.properties());
    properties.put("recordcount", Long.toString(records));
    if (earlierRuns > 0 && run.inserts()) {
      properties.put(BenchWorkload.INSERT_FIRST, Long.toString(records + earlierRuns * ENDLESS));
    }
    return properties;
  }

  /** Fails if operations are missing, none was committed, or a read returned wrong data. */
  static void requireWhole(RunSettings run, Clients.Outcome outcome, Phase phase) {
    long done = Phases.done(phase);
    boolean timeUp =
        run.length().seconds() > 0 && outcome.seconds() >= run.length().seconds() * WHOLE_TIME;
    boolean endless = run.length().warmUp().exists() || run.isTrace();
    if (!endless && done != run.length().operations() && !timeUp) {
      throw new HarnessException(
          "clients ended after %,d of %,d operations".formatted(done, run.length().operations()));
    }
    if (done == 0) {
      throw new HarnessException(
          "the time of %d s was up before any operation ended; is the machine busy with other work?"
              .formatted(run.length().seconds()));
    }
    if (phase.acknowledged() == 0) {
      throw new HarnessException(
          "no operation committed; the outcomes: " + Phases.uncommitted(phase));
    }
    long wrong = outcome.reports().stream().mapToLong(YcsbReport::wrongReads).sum();
    if (wrong != 0) {
      throw new CorrectnessException(
          "%,d reads returned other data than were written, or had a proof against them"
              .formatted(wrong));
    }
  }

  /**
   * All settings that define a run: YCSB's properties of the measured operations, those of the load
   * that matter, and the load's threads and the warm-up by their names in an experiment.
   */
  static SortedMap<String, String> recorded(Point point) {
    RunSettings run = point.run();
    SortedMap<String, String> recorded = new TreeMap<>(run.properties());
    recorded.put("workload", Path.of(run.workload()).getFileName().toString());
    recorded.put("recordcount", Long.toString(point.cluster().load().records()));
    run.rate().curve().ifPresent(curve -> recorded.put(CURVE, curve.identity()));
    RunSettings.Sections sections = run.length().sections();
    if (sections.count() > 1) {
      recorded.put("soak.sections", Integer.toString(sections.count()));
      recorded.put("soak.restart", sections.restarted());
    }
    recorded.put("operationcount", Long.toString(run.length().operations()));
    if (run.length().seconds() > 0) {
      recorded.put("maxexecutiontime", Long.toString(run.length().seconds()));
    }
    if (!run.hosts().isEmpty()) {
      recorded.put(CLIENT_HOSTS, run.hosts());
    }
    run.rate().target().ifPresent(rate -> recorded.put("target", Long.toString(rate)));
    run.fault().ifPresent(fault -> recorded.put("fault", fault.toString()));
    recorded.put(LOAD_CLIENTS, Integer.toString(point.cluster().load().threads()));
    recorded.put(WARM_UP, run.length().warmUp().spelled());
    if (run.length().warmUp().found()) {
      recorded.put(WARM_UP_MAX, Long.toString(run.length().warmUp().seconds()));
    }
    for (Map.Entry<String, String> load : point.cluster().load().properties().entrySet()) {
      recorded.put("load." + load.getKey(), load.getValue());
    }
    return recorded;
  }
}
