package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs one point on a cluster, audits the cluster, and saves the result. */
final class Runner {
  private final Home home;
  private final String build;
  private final ResultDirectory results;
  private final Progress progress;
  private final Removal removal;
  private final Estimate estimate = new Estimate();

  /**
   * @param build which build of the code does the runs
   */
  Runner(Home home, String build, ResultDirectory results, Progress progress, Removal removal) {
    this.home = home;
    this.build = build;
    this.results = results;
    this.progress = progress;
    this.removal = removal;
  }

  /** What the runs and starts so far took. */
  Estimate estimate() {
    return estimate;
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
    RunRecord record = new RunRecord(home, build, run, started, cluster);
    Failure failure = Failure.NONE;
    if (cluster.loaded().isEmpty()) {
      failure =
          Failure.of(
              () -> {
                cluster.start(line -> progress.say("  " + line));
                removal.replaced(run.point().system());
                estimate.started(run.point().system(), secondsSince(started));
              });
    }
    boolean hadCluster = failure.isNone();
    if (hadCluster) {
      removal
          .failures()
          .forEach(
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
      removal.remove(cluster);
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
    progress.say(
        "  %scounting %,d operations%s, by %d clients%s"
            .formatted(
                settings.length().warmUp().exists() ? "warming up, then " : "",
                settings.length().operations(),
                settings.length().seconds() > 0
                    ? " or %d s".formatted(settings.length().seconds())
                    : "",
                settings.threads(),
                settings.rate().target().isPresent()
                    ? " at %,d/s".formatted(settings.rate().target().getAsLong())
                    : ""));
    OneRun one =
        new OneRun(home, cluster, point.run(), directory, line -> progress.say("  " + line));
    Measured measured = one.measure(point.cluster());
    record.measured(measured);
    measured.requireCorrect();
    cluster.countRun(run);
    estimate.ran(point.system(), secondsSince(ready));
  }

  /** Records the failure of a run whose cluster already failed to start for the run before. */
  Attempt refused(BenchCluster cluster, Plan.Run run, Failure reason) {
    Path directory = results.cleared(run);
    RunRecord record = new RunRecord(home, build, run, Instant.now(), cluster);
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
    Failure failure = Failure.of(() -> conclusion.set(cluster.audit()));
    progress.say(
        "  audit " + (failure.isNone() ? conclusion.get() : "FAILED: " + failure.reason()));
    for (Plan.Run run : runs) {
      results.audited(run, conclusion.get(), failure);
    }
    return failure;
  }

  private static double secondsSince(Instant start) {
    return Duration.between(start, Instant.now()).toMillis() / 1000.0;
  }
}
