package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.Points;
import io.hybridycsb.harness.bench.plan.RunSettings.WarmUp;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An experiment of one point and one run, whose cluster is the user's: starts and loads it, runs a
 * workload, audits, prints a summary, and removes the cluster.
 */
public final class Quickstart {
  private static final String NAME = "quickstart";
  private static final long COUNTED_SECONDS = 10;

  /** YCSB's default, in bytes. */
  private static final String FIELD_LENGTH = "100";

  /** Seconds that clients may take beside their warm-up. */
  private static final long ENDS_WITHIN = 240;

  private static final double SECONDS_PER_MINUTE = 60;

  private final Home home;
  private final ClusterDirectory directory;
  private final Cluster cluster;
  private final Progress progress;

  public Quickstart(Home home, ClusterDirectory directory, Progress progress) {
    this.home = home;
    this.directory = directory;
    this.cluster = new Cluster(directory, new ProcessLauncher(), progress);
    this.progress = progress;
  }

  /**
   * A request.
   *
   * @param properties further properties for YCSB
   * @param keep whether to leave the cluster running
   */
  public record Request(
      SystemDescription system,
      UpRequest up,
      long records,
      Work work,
      SortedMap<String, String> properties,
      boolean keep) {}

  /**
   * What clients do.
   *
   * @param workload a letter from a to f
   * @param distribution YCSB's requestdistribution
   * @param operations all of which count; empty to run until it is steady
   * @param warmUpMaxSeconds when the warm-up ends though it isn't steady
   */
  public record Work(
      String workload,
      String distribution,
      int threads,
      OptionalLong operations,
      long warmUpMaxSeconds) {}

  /** Executes the request; on any failure, says where the logs are and throws. */
  public void run(Request request) throws InterruptedException {
    Instant started = Instant.now();
    removeLeftOver();
    Point point = point(request);
    progress.say(begin(request, point));
    boolean done = false;
    try {
      mark();
      BenchCluster loaded =
          new BenchCluster(
              home,
              directory,
              request.system(),
              point.cluster(),
              Optional.empty(),
              request.up().portBase(),
              ClientPlace.here(directory.path().getParent()),
              progress);
      loaded.start(progress);
      QuickstartSummary summary = measure(request, point, loaded, started);
      progress.say("");
      summary.lines().forEach(progress::say);
      progress.say("");
      requireSuccess(request, summary);
      done = true;
    } finally {
      end(done, request.keep());
    }
  }

  /** Removes the rest of a failed quickstart; any other cluster belongs to the user. */
  private void removeLeftOver() throws InterruptedException {
    if (directory.load().isEmpty()) {
      return;
    }
    boolean idle = cluster.status().stream().allMatch(process -> process.pid() == null);
    if (!idle || !Files.exists(marker())) {
      throw new HarnessException(
          "there is a cluster in %s; remove it with 'hybrid down %s --purge' first"
              .formatted(directory.path(), directory.path().getFileName()));
    }
    cluster.down(true);
  }

  private Path marker() {
    return directory.path().resolve(NAME);
  }

  private void mark() {
    directory.make();
    Disk.write(marker(), "Made by the quickstart, which may remove it.\n");
  }

  /** What is done, and how long that takes. */
  private static String begin(Request request, Point point) {
    long minutes =
        (long)
            Math.ceil(
                Estimate.expected(request.system().data().pace(), point.cluster(), point.run())
                    / SECONDS_PER_MINUTE);
    String system = request.system().name();
    return "a quickstart of %s: start, load, run, audit, remove; about %d min, more on a busy machine"
        .formatted(system, minutes);
  }

  /** The experiment's only point. */
  private Point point(Request request) {
    Work work = request.work();
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(
        "nodes",
        Integer.toString(request.up().nodes().orElse(request.system().data().nodes().usual())));
    settings.put("records", Long.toString(request.records()));
    settings.put("clients", Integer.toString(work.threads()));
    settings.put("load-clients", Integer.toString(work.threads()));
    settings.put("workload", work.workload());
    settings.put("distribution", work.distribution());
    settings.put("start-timeout-s", Long.toString(request.up().timeout().toSeconds()));
    if (work.operations().isPresent()) {
      settings.put("operations", Long.toString(work.operations().getAsLong()));
      settings.put("warm-up", "0");
      settings.put("timeout-s", Long.toString(Duration.ofMinutes(30).toSeconds()));
    } else {
      settings.put("operations", Long.toString(OneRun.ENDLESS));
      settings.put("seconds", Long.toString(COUNTED_SECONDS));
      settings.put("warm-up-max", Long.toString(WarmUp.beforeNewCluster(work.warmUpMaxSeconds())));
      settings.put("timeout-s", Long.toString(work.warmUpMaxSeconds() + ENDS_WITHIN));
    }
    SortedMap<String, String> properties = new TreeMap<>(request.properties());
    // As in YCSB, fields keep their length whatever their number.
    properties.putIfAbsent("fieldlength", FIELD_LENGTH);
    return Points.only(
        NAME,
        request.system(),
        new Experiment.Overrides(
            settings, new TreeMap<>(request.up().settings()), properties, properties),
        home.directory().resolve("workloads"));
  }

  private QuickstartSummary measure(
      Request request, Point point, BenchCluster loaded, Instant started)
      throws InterruptedException {
    OptionalLong operations = request.work().operations();
    progress.say(
        operations.isPresent()
            ? "running workload %s: %,d operations"
                .formatted(request.work().workload(), operations.getAsLong())
            : "running workload %s until its speed is steady, %d s at most, then %d s that count"
                .formatted(
                    request.work().workload(), request.work().warmUpMaxSeconds(), COUNTED_SECONDS));
    RunRecord record =
        new RunRecord(home, Origin.build(home), "", new Plan.Run(point, 1, 1), started, loaded);
    Path files = directory.path().resolve("run");
    Disk.makeDirectory(files);
    Measured measured =
        new OneRun(home, loaded, point.run(), files, progress).measure(point.cluster());
    record.measured(measured);
    progress.say("auditing");
    Optional<AuditResult> audit = loaded.audit();
    audit.filter(AuditResult::passed).ifPresent(loaded::requireSame);
    return new QuickstartSummary(
        request,
        cluster.existing(),
        record.result(Failure.NONE, files),
        measured.reports().get(0),
        audit,
        measured.cpu().othersCores());
  }

  /**
   * Fails on failed or missing operations, and on unknown outcomes unless the system has them
   * without failures. Aborts are valid answers.
   */
  private static void requireSuccess(Request request, QuickstartSummary summary) {
    YcsbReport run = summary.report();
    long aborted = run.uncommitted().getOrDefault(YcsbReport.ABORTED, 0L);
    long unknown =
        request.system().data().answers().stayUnknown()
            ? run.uncommitted().getOrDefault(YcsbReport.UNKNOWN, 0L)
            : 0;
    if (run.committed() + aborted + unknown != run.attempted()) {
      throw new HarnessException(
          "the workload has %,d operations, but %,d committed and %,d aborted; the others: %s"
              .formatted(run.attempted(), run.committed(), aborted, run.uncommitted()));
    }
    summary
        .audit()
        .filter(audit -> !audit.passed())
        .ifPresent(
            audit -> {
              throw new HarnessException(
                  "the audit failed:\n    " + String.join("\n    ", audit.said()));
            });
  }

  private void end(boolean done, boolean keep) throws InterruptedException {
    if (done && keep) {
      unmark();
      progress.say("the cluster stays up; see 'hybrid status'");
      return;
    }
    if (directory.load().isEmpty()) {
      unmark();
      return;
    }
    progress.say("stopping the cluster");
    cluster.downInAnyCase(done);
    if (!done) {
      progress.say("failed; all logs are in " + directory.path());
    }
  }

  /** From now on the cluster belongs to the user. */
  private void unmark() {
    Disk.remove(marker());
  }
}
