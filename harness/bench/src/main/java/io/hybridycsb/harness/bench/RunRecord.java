package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.probe.EventCounts;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Gathers the content of a run's result. */
final class RunRecord {
  private static final String OWN = "hybrid-ycsb";

  private final Home home;
  private final String build;
  private final Plan.Run run;
  private final String sitting;
  private final Instant started;
  private final BenchCluster cluster;
  private final int earlierRuns;
  private final List<RunWarning> told = new ArrayList<>();
  private Optional<Measured> measured = Optional.empty();

  /**
   * @param build which build of the code does the run
   * @param sitting when the command began
   */
  RunRecord(
      Home home,
      String build,
      String sitting,
      Plan.Run run,
      Instant started,
      BenchCluster cluster) {
    this.home = home;
    this.build = build;
    this.run = run;
    this.sitting = sitting;
    this.started = started;
    this.cluster = cluster;
    this.earlierRuns = cluster.runs();
  }

  void warn(RunWarning warning) {
    told.add(warning);
  }

  void measured(Measured found) {
    measured = Optional.of(found);
  }

  /**
   * @param directory of the run, with its files
   */
  RunResult result(Failure failure, Path directory) {
    Point point = run.point();
    String commitMode = cluster.system().commitMode(point.run().properties());
    SortedMap<String, Double> counters = counters();
    return new RunResult(
        RunResult.FORMAT,
        identity(run),
        new RunResult.Outcome(
            failure.reason(),
            failure.ofCorrectness(),
            started.truncatedTo(ChronoUnit.SECONDS).toString(),
            Duration.between(started, Instant.now()).toMillis() / 1000.0,
            sitting),
        new RunResult.Setup(settings(point), commitMode, versions(), Origin.thisMachine()),
        new RunResult.Phases(
            cluster.loaded(),
            measured.flatMap(Measured::warmUp),
            measured.map(Measured::phase),
            measured.map(Measured::recorded)),
        new RunResult.Observed(
            measured.map(Measured::processes).orElseGet(TreeMap::new),
            measured.stream().mapToDouble(found -> found.cpu().windowSeconds()).findFirst(),
            components(),
            findings()
                .map(Probe.Findings::componentsSource)
                .filter(source -> !source.isEmpty())
                .findFirst()
                .orElse(""),
            counters,
            measured.flatMap(found -> events(found, counters))),
        warnings(commitMode),
        files(directory));
  }

  static RunResult.Identity identity(Plan.Run run) {
    Point point = run.point();
    Experiment experiment = point.experiment();
    SortedMap<String, String> labels = new TreeMap<>(experiment.labels());
    SortedMap<String, List<String>> values = experiment.values(point.system());
    labels.keySet().retainAll(point.varied().keySet());
    values.keySet().retainAll(point.varied().keySet());
    return new RunResult.Identity(
        new RunResult.Subject(
            experiment.name(),
            experiment.paper().key(),
            experiment.figure(),
            experiment.baseline(),
            experiment.title(),
            labels,
            values),
        point.system(),
        Systems.placeOf(point.system()),
        point.varied(),
        run.repeat(),
        run.repeats());
  }

  static RunResult.Settings settings(Point point) {
    return new RunResult.Settings(
        point.cluster().nodes(),
        point.run().processes(),
        point.run().threads(),
        point.cluster().options(),
        OneRun.recorded(point));
  }

  private SortedMap<String, String> versions() {
    SortedMap<String, String> versions = cluster.versions();
    versions.put("Java", System.getProperty("java.version"));
    versions.put(OWN, ownVersion());
    versions.put(RunResult.BUILD, build);
    versions.put("YCSB", home.ycsbVersion());
    return versions;
  }

  private static String ownVersion() {
    String own = RunRecord.class.getPackage().getImplementationVersion();
    return own == null ? "(development)" : own;
  }

  private Stream<Probe.Findings> findings() {
    return measured.stream().flatMap(found -> found.findings().stream());
  }

  private SortedMap<String, Double> components() {
    SortedMap<String, Double> components = new TreeMap<>();
    findings().forEach(found -> components.putAll(found.components()));
    return components;
  }

  private SortedMap<String, Double> counters() {
    SortedMap<String, Double> counters = new TreeMap<>();
    findings().forEach(found -> counters.putAll(found.counters()));
    measured.ifPresent(
        found -> {
          counters.put(Counters.EARLIER_RUNS, (double) earlierRuns);
          counters.putAll(coldStart(found));
          Double blocks = counters.get(Counters.BLOCKS);
          if (blocks != null && blocks > 0) {
            counters.put(Counters.BLOCK_SIZE, writesWhileObserved(found) / blocks);
          }
          cluster.storedPerRecord().ifPresent(counters::putAll);
          found
              .cpu()
              .compilerPercent()
              .ifPresent(percent -> counters.put(Counters.COMPILING, percent));
          counters.put(Counters.CORES_BUSY, found.coresBusy(cost -> true));
        });
    return counters;
  }

  /** How many writes were acknowledged between the two looks, as blocks were decided. */
  private static double writesWhileObserved(Measured found) {
    return Phases.writes(found.phase()) * observedShare(found);
  }

  /** The time between the two looks, as a share of the phase's; 1 if they enclose all of it. */
  private static double observedShare(Measured found) {
    double seconds = found.phase().seconds();
    boolean apart = found.warmUp().isPresent() && seconds > 0;
    return apart ? found.cpu().windowSeconds() / seconds : 1;
  }

  /** A process that was killed has taken its counts along. */
  private Optional<Events> events(Measured found, SortedMap<String, Double> counters) {
    return run.point().run().fault().isPresent()
        ? Optional.empty()
        : EventCounts.of(found.phase(), observedShare(found), counters, found.processes().values());
  }

  /** From the cluster's start until its first run was steady; empty for later runs. */
  private SortedMap<String, Double> coldStart(Measured found) {
    boolean isWhole = run.point().run().length().sections().count() == 1;
    boolean seen = isWhole && earlierRuns == 0 && found.warmUp().map(WarmUp::steady).orElse(false);
    SortedMap<String, Double> counters = new TreeMap<>(seen ? cluster.coldStart() : Map.of());
    if (!counters.isEmpty()) {
      counters.put(Counters.COLD_WARMING, found.warmUp().orElseThrow().seconds());
      counters.merge(Counters.COLD_CPU, found.cpu().secondsBefore(), Double::sum);
    }
    return counters;
  }

  private List<RunWarning> warnings(String commitMode) {
    List<RunWarning> warnings = new ArrayList<>(told);
    measured.ifPresent(
        found ->
            warnings.addAll(
                RunWarnings.of(found, commitMode, Runtime.getRuntime().availableProcessors())));
    measured.ifPresent(
        found -> warnings.addAll(RunWarnings.ofRate(run.point().run(), found.phase())));
    measured
        .flatMap(Measured::warmUp)
        .filter(RunResult.WarmUp::notSteady)
        .ifPresent(warmUp -> warnings.add(Kind.NOT_STEADY.of(warmUp.seconds())));
    measured
        .map(Measured::recorded)
        .filter(recorded -> !recorded.notCompared().isEmpty() && !cluster.isAttached())
        .ifPresent(recorded -> warnings.add(Kind.NOT_COMPARED.of(recorded.notCompared())));
    if (cluster.isAttached()) {
      warnings.add(Kind.ATTACHED.of());
    } else if (measured.isPresent() && cluster.storedPerRecord().isEmpty()) {
      warnings.add(Kind.STORED_UNKNOWN.of());
    }
    findings().forEach(found -> warnings.addAll(found.warnings()));
    return warnings;
  }

  private static List<String> files(Path directory) {
    return Disk.walk(directory).stream()
        .filter(Files::isRegularFile)
        .map(file -> directory.relativize(file).toString())
        .filter(file -> !file.equals(RunResult.FILE))
        .sorted()
        .toList();
  }
}
