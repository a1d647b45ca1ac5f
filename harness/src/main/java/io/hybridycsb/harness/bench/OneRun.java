package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.HdrLogs;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.Points;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.Probes;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.ProcessCost;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.ycsb.YcsbReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs one point once on a loaded cluster: warms up, measures, checks the result. */
final class OneRun {
  /** The share of YCSB's time limit that a whole run lasts; threads end a little early. */
  private static final double WHOLE_TIME = 0.95;

  private static final String LOAD_CLIENTS = "load-clients";
  private static final String WARM_UP = "warm-up";
  private static final String WARM_UP_OPERATIONS = "warm-up-operations";
  private static final String WARM_UP_SECONDS = "warm-up-seconds";

  /** The settings that record how a run was prepared; earlier releases didn't record them. */
  static final Set<String> PREPARATION =
      Set.of(LOAD_CLIENTS, WARM_UP, WARM_UP_OPERATIONS, WARM_UP_SECONDS);

  private final Home home;
  private final Path root;
  private final BenchCluster cluster;
  private final RunSettings run;
  private final Path directory;

  /**
   * @param directory where its files go
   */
  OneRun(Home home, Path root, BenchCluster cluster, RunSettings run, Path directory) {
    this.home = home;
    this.root = root;
    this.cluster = cluster;
    this.run = run;
    this.directory = directory;
  }

  /**
   * The measurements.
   *
   * @param processes the cluster's processes and the clients
   * @param cpuWindowSeconds the time between the two readings of the cluster's processes, within
   *     which the clients started and ended
   */
  record Measured(
      Phase phase,
      SortedMap<String, ProcessCost> processes,
      double cpuWindowSeconds,
      List<Probe.Findings> findings) {}

  /** Does the run; fails if the result doesn't count. */
  Measured measure(ClusterSettings settings) throws InterruptedException {
    warmUp(settings);
    List<Probe> probes =
        Probes.of(cluster.system(), cluster.ports(), cluster::processes, run.fault().isEmpty());
    List<SortedMap<String, Double>> countsBefore = probes.stream().map(Probe::counts).toList();
    long windowBeginNanos = System.nanoTime();
    SortedMap<String, SeenProcess> before = cluster.processes();
    Optional<Crash> crash = crash(settings);
    crash.ifPresent(Crash::start);
    Clients.Outcome outcome;
    boolean ended = false;
    try {
      SortedMap<String, String> properties = properties(settings, run.seconds());
      if (crash.isPresent()) {
        properties.put(YcsbCommand.HISTORY, directory.toString());
      }
      outcome = clients(YcsbCommand.CLIENT, run, properties);
      ended = true;
    } catch (Clients.Failed e) {
      if (!e.interrupted()) {
        // The clients of a server that has ended only say that it doesn't answer.
        cluster.requireAliveSince(before, killed());
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
    double cpuWindowSeconds = (System.nanoTime() - windowBeginNanos) / 1e9;
    SortedMap<String, ProcessCost> costs = cluster.costsSince(before, killed());
    List<Probe.Findings> findings =
        new ArrayList<>(Probes.findings(probes, countsBefore, settings.nodes()));
    if (!killed().isEmpty()) {
      String names = String.join(", ", new TreeSet<>(killed()));
      findings.add(Probe.Findings.warning(Kind.KILLED_LEFT_OUT.of(names)));
    }
    if (outcome.reports().stream().anyMatch(report -> report.attempted() == 0)) {
      findings.add(Probe.Findings.warning(Kind.IDLE_CLIENT.of()));
    }
    outcome
        .usage()
        .forEach(
            (name, used) ->
                costs.put(
                    name,
                    new ProcessCost(ProcessCost.CLIENT, used.cpuSeconds(), used.writtenBytes())));
    HdrLogs logs = HdrLogs.read(directory, List.copyOf(outcome.usage().keySet()));
    logs.ended(outcome.seconds(), run.seconds());
    logs.timeline().write(directory.resolve(RunFiles.TIMELINE));
    Phase phase = Phases.of(outcome, logs);
    requireWhole(run, outcome, phase);
    if (crash.isPresent()) {
      findings.add(crash.get().findings(logs.timeline()));
      findings.add(new ReadBack(directory, run, settings.records(), this::clients).findings());
    }
    return new Measured(phase, costs, cpuWindowSeconds, findings);
  }

  private Optional<Crash> crash(ClusterSettings settings) {
    Duration startTimeout = Duration.ofSeconds(settings.startTimeoutSeconds());
    return run.fault().map(fault -> new Crash(cluster.cluster(), fault, startTimeout));
  }

  private Set<String> killed() {
    return run.fault().map(fault -> cluster.withCompanions(fault.process())).orElseGet(Set::of);
  }

  private void warmUp(ClusterSettings settings) throws InterruptedException {
    if (!run.warmsUp(cluster.runs())) {
      return;
    }
    SortedMap<String, String> properties = properties(settings, run.warmUpSeconds());
    if (Points.inserts(run)) {
      // The warm-up must not insert the records that the measured operations insert.
      properties.put("insertproportion", "0");
      properties.put("readproportion", "0.95");
      properties.put("updateproportion", "0.05");
      properties.put("scanproportion", "0");
    }
    clients("warmup", run, run.warmUpOperations(), properties);
  }

  private Clients.Outcome clients(
      String name, RunSettings settings, SortedMap<String, String> properties)
      throws InterruptedException {
    return clients(name, settings, settings.operations(), properties);
  }

  private Clients.Outcome clients(
      String name, RunSettings settings, long operations, SortedMap<String, String> properties)
      throws InterruptedException {
    return new Clients(root, directory)
        .run(
            new YcsbCommand(home, cluster.system().name(), directory)
                .run(name, settings, properties, operations),
            settings.fault().isEmpty(),
            Duration.ofSeconds(settings.timeoutSeconds()));
  }

  private SortedMap<String, String> properties(ClusterSettings settings, long seconds) {
    SortedMap<String, String> properties = new TreeMap<>(run.properties());
    properties.put("recordcount", Long.toString(settings.records()));
    if (seconds > 0) {
      properties.put("maxexecutiontime", Long.toString(seconds));
    }
    return properties;
  }

  /** Fails if operations are missing, none was committed, or a read returned wrong data. */
  static void requireWhole(RunSettings run, Clients.Outcome outcome, Phase phase) {
    long done = Phases.done(phase);
    boolean timeUp = run.seconds() > 0 && outcome.seconds() >= run.seconds() * WHOLE_TIME;
    if (done != run.operations() && !timeUp) {
      throw new HarnessException(
          "clients ended after %,d of %,d operations".formatted(done, run.operations()));
    }
    if (done == 0) {
      throw new HarnessException(
          "the time of %d s was up before any operation ended; is the machine busy with other work?"
              .formatted(run.seconds()));
    }
    if (phase.committed() == 0) {
      throw new HarnessException(
          "no operation committed; the outcomes: " + Phases.uncommitted(phase));
    }
    long wrong = outcome.reports().stream().mapToLong(YcsbReport::wrongReads).sum();
    if (wrong != 0) {
      throw new HarnessException(
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
    recorded.put("workload", run.workload());
    recorded.put("recordcount", Long.toString(point.cluster().records()));
    recorded.put("operationcount", Long.toString(run.operations()));
    if (run.seconds() > 0) {
      recorded.put("maxexecutiontime", Long.toString(run.seconds()));
    }
    run.target().ifPresent(rate -> recorded.put("target", Long.toString(rate)));
    run.fault().ifPresent(fault -> recorded.put("fault", fault.toString()));
    recorded.put(LOAD_CLIENTS, Integer.toString(point.cluster().loadThreads()));
    recorded.put(WARM_UP, run.warmUpFirst() ? "first" : "all");
    recorded.put(WARM_UP_OPERATIONS, Long.toString(run.warmUpOperations()));
    recorded.put(WARM_UP_SECONDS, Long.toString(run.warmUpSeconds()));
    for (Map.Entry<String, String> load : point.cluster().loadProperties().entrySet()) {
      recorded.put("load." + load.getKey(), load.getValue());
    }
    return recorded;
  }
}
