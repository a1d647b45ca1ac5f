package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.crash.ReadBack;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs single points on a command's clusters, audits and removes the clusters, and files the
 * results.
 */
final class Runner {
  private static final String NOT_REMOVED = "a cluster could not be removed: ";

  private final Home home;
  private final Progress progress;
  private final ResultDirectory results;
  private final String build;
  private final String sitting = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  private final Estimate estimate = new Estimate();

  /** Why a system's cluster couldn't be removed after its runs, by system. */
  private final SortedMap<String, String> notRemoved = new TreeMap<>();

  /**
   * @param out the directory for the results
   */
  Runner(Home home, Path out, Progress progress) {
    this.home = home;
    this.progress = progress;
    this.results = new ResultDirectory(out, progress);
    this.build = Origin.build(home);
  }

  ResultDirectory results() {
    return results;
  }

  /** Which build of the code does the runs. */
  String build() {
    return build;
  }

  /** What the runs and starts so far took. */
  Estimate estimate() {
    return estimate;
  }

  /**
   * All runs of experiments.
   *
   * @param systems the systems to run; empty for all systems of each experiment
   * @param attached the cluster that runs already, whose system is the only one; empty if clusters
   *     are started
   */
  Plan plan(
      List<Experiment> experiments,
      List<String> systems,
      boolean quick,
      Optional<AttachedCluster> attached) {
    Path workloads = home.directory().resolve("workloads");
    return attached.isPresent()
        ? Plan.on(attached.get(), experiments, quick, workloads)
        : Plan.of(experiments, systems, quick, workloads);
  }

  /** A cluster that isn't started yet. */
  BenchCluster cluster(
      ClusterSettings settings, Optional<AttachedCluster> attached, ClientPlace clients) {
    return new BenchCluster(
        home,
        ClusterDirectory.of(results.clusters(), settings.system()),
        Systems.byName(settings.system()),
        settings,
        attached,
        Optional.empty(),
        clients,
        line -> progress.say("  " + line));
  }

  /**
   * The outcome of a run.
   *
   * @param hadCluster whether there was a cluster with its data to run on
   */
  record Attempt(boolean hadCluster, Failure failure) {}

  /** Does one run, on the running cluster or a new one. */
  Attempt run(BenchCluster cluster, Plan.Run run) throws InterruptedException {
    Instant started = Instant.now();
    Path directory = results.cleared(run);
    RunRecord record = new RunRecord(home, build, sitting, run, started, cluster);
    Failure failure = Failure.NONE;
    if (cluster.loaded().isEmpty()) {
      failure =
          Failure.of(
              () -> {
                cluster.start(line -> progress.say("  " + line));
                // It has taken the place of what was left of the one before.
                notRemoved.remove(run.point().system());
                estimate.started(run.point().system(), secondsSince(started));
              });
    }
    boolean hadCluster = failure.isNone();
    if (hadCluster) {
      notRemoved.forEach(
          (system, reason) -> record.warn(RunWarning.Kind.BESIDE_A_CLUSTER.of(system, reason)));
      failure = Failure.of(() -> measure(cluster, run, directory, record));
    }
    if (!failure.isNone()) {
      Failure unkept = Failure.of(() -> keepFiles(cluster, directory));
      if (!unkept.isNone()) {
        progress.say("  warning: its files could not all be kept: " + unkept.reason());
      }
    }
    results.add(run, record.result(failure, directory));
    if (!failure.isNone()) {
      // The next run's start removes the cluster again, and fails if that fails.
      remove(cluster);
    }
    return new Attempt(hadCluster, failure);
  }

  private static void keepFiles(BenchCluster cluster, Path directory) {
    cluster.copyLoadFiles(directory);
    cluster.copyLogs(directory.resolve("servers"));
  }

  private void measure(BenchCluster cluster, Plan.Run run, Path directory, RunRecord record)
      throws InterruptedException {
    Instant ready = Instant.now();
    cluster.copyLoadFiles(directory);
    Point point = run.point();
    RunSettings settings = point.run();
    progress.say("  " + inWords(settings));
    Progress told = line -> progress.say("  " + line);
    Measured measured =
        settings.length().sections().count() == 1
            ? new OneRun(home, cluster, settings, directory, told).measure(point.cluster())
            : new Sections(home, cluster, point, directory, told).measure();
    record.measured(measured);
    ReadBack.requireCorrect(measured.findings());
    cluster.countRun(run);
    estimate.ran(point.system(), secondsSince(ready));
  }

  /** What clients do, for whoever waits for it. */
  private static String inWords(RunSettings run) {
    RunSettings.Length length = run.length();
    String counted = "counting %,d operations".formatted(length.operations());
    if (run.isTrace()) {
      counted = "replaying " + run.properties().get(RunSettings.TRACE);
    } else if (run.rate().curve().isPresent()) {
      counted = "counting %d s of %s".formatted(length.seconds(), run.rate().curve().get().name());
    } else if (length.seconds() > 0) {
      counted += " or %d s".formatted(length.seconds());
    }
    return "%s%s, by %d clients%s"
        .formatted(
            length.warmUp().exists() ? "warming up, then " : "",
            counted,
            run.threads(),
            run.rate().target().isPresent()
                ? " at %,d/s".formatted(run.rate().target().getAsLong())
                : "");
  }

  /** Records the failure of a run whose cluster already failed to start for the run before. */
  Attempt refused(BenchCluster cluster, Plan.Run run, Failure reason) {
    Path directory = results.cleared(run);
    RunRecord record = new RunRecord(home, build, sitting, run, Instant.now(), cluster);
    results.add(run, record.result(reason, directory));
    return new Attempt(false, reason);
  }

  /**
   * Has the ledgers of a cluster audited after its last run, if its system can and there were runs.
   *
   * @return why the audit failed, which fails all the cluster's runs
   */
  Failure audit(BenchCluster cluster) throws InterruptedException {
    List<Plan.Run> runs = cluster.done();
    if (runs.isEmpty() || !cluster.hasAudit()) {
      return Failure.NONE;
    }
    progress.say("  auditing what %d runs have written".formatted(runs.size()));
    AtomicReference<String> conclusion = new AtomicReference<>("");
    Failure failure =
        Failure.of(
            () -> {
              AuditResult audit = cluster.audit().orElseThrow();
              cluster.requireSame(audit);
              conclusion.set(audit.inOneLine());
            });
    progress.say(
        "  audit " + (failure.isNone() ? conclusion.get() : "FAILED: " + failure.reason()));
    for (Plan.Run run : runs) {
      results.audited(run, conclusion.get(), failure);
    }
    return failure;
  }

  /** Removes the clusters that an earlier command has left. */
  void removeLeftOvers() throws InterruptedException {
    for (ClusterDirectory left : ClusterDirectory.all(results.clusters())) {
      progress.say("removing a cluster that an earlier command has left: " + left.path());
      new Cluster(left, new ProcessLauncher(), progress).down(true);
    }
  }

  void remove(BenchCluster cluster) throws InterruptedException {
    String failure = Failure.of(cluster::remove).reason();
    if (failure.isEmpty()) {
      notRemoved.remove(cluster.system().name());
    } else {
      progress.say("  warning: " + NOT_REMOVED + failure);
      notRemoved.put(cluster.system().name(), failure);
    }
  }

  /** Tells of the clusters that are left behind; returns whether there are none. */
  boolean allAreRemoved() {
    notRemoved.forEach(
        (system, failure) ->
            progress.say(
                "warning: %s%s: %s; the same command tries again"
                    .formatted(NOT_REMOVED, system, failure)));
    return notRemoved.isEmpty();
  }

  private static double secondsSince(Instant start) {
    return Duration.between(start, Instant.now()).toMillis() / 1000.0;
  }
}
