package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.audit.ClusterAudit;
import io.hybridycsb.harness.audit.WriteComparison;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.EventCounts;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.bench.steady.Look;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcStat;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.ycsb.YcsbRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Starts and loads a cluster, runs a workload, audits, prints a summary, and removes the cluster.
 */
public final class Quickstart {
  private static final Duration PHASE_TIMEOUT = Duration.ofMinutes(30);
  private static final Duration AUDIT_TIMEOUT = Duration.ofMinutes(10);
  private static final String MARKER = "quickstart";

  /** Seconds after which the warm-up ends, so that all of it stays below two minutes. */
  private static final long WARMED_UP_BY = 90;

  /** The bounds of a warm-up, in seconds. */
  private static final long WARM_UP_MIN = 10;

  private static final long WARM_UP_MAX = 60;

  private final Home home;
  private final ClusterDirectory directory;
  private final Cluster cluster;
  private final Progress progress;
  private long beganNanos;

  public Quickstart(
      Home home, ClusterDirectory directory, ProcessLauncher launcher, Progress progress) {
    this.home = home;
    this.directory = directory;
    this.cluster = new Cluster(directory, launcher, progress);
    this.progress = progress;
  }

  /**
   * A request.
   *
   * @param operations of the workload, all of which count; empty to run it until it is steady
   * @param workload a letter from a to f
   * @param distribution YCSB's requestdistribution
   * @param properties further properties for YCSB
   * @param keep whether to leave the cluster running
   */
  public record Request(
      SystemDescription system,
      UpRequest up,
      long records,
      OptionalLong operations,
      int threads,
      String workload,
      String distribution,
      Map<String, String> properties,
      boolean keep) {}

  /** Executes the request; on any failure, says where the logs are and throws. */
  public void run(Request request) throws InterruptedException {
    beganNanos = System.nanoTime();
    removeLeftOver();
    boolean done = false;
    try {
      mark();
      cluster.up(request.system(), home, request.up());
      Summary summary = measure(request);
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
    return directory.path().resolve(MARKER);
  }

  private void mark() {
    directory.make();
    try {
      Files.writeString(marker(), "Made by the quickstart, which may remove it.\n");
    } catch (IOException e) {
      throw new HarnessException("cannot write " + marker() + ": " + e.getMessage(), e);
    }
  }

  private Summary measure(Request request) throws InterruptedException {
    Path workload = home.directory().resolve("workloads").resolve("workload" + request.workload());
    YcsbRunner ycsb =
        new YcsbRunner(home.script("ycsb"), directory.path().getParent(), directory.path());
    String system = request.system().name();

    WriteComparison writes =
        WriteComparison.begin(request.system().recordedWrites(cluster.servers()));
    progress.say("loading %,d records".formatted(request.records()));
    Map<String, String> properties = properties(request);
    YcsbReport load =
        ycsb.run("load", system, workload, properties, request.threads(), PHASE_TIMEOUT);
    requireCommitted("load", load, request.records());
    boolean onlyAccepted =
        RunResult.isOnlyAccepted(request.system().commitMode(request.properties()));
    writes.add(List.of(load), onlyAccepted);

    Summary.Run run =
        request.operations().isPresent()
            ? counted(request, ycsb, workload, properties)
            : steady(request, properties);

    writes.add(List.of(run.report()), onlyAccepted);
    RunResult.Recorded recorded = writes.compare(Set.of());
    progress.say("auditing");
    AuditResult audit = audit();
    if (audit.passed()) {
      writes.requireSame(audit);
    }
    ClusterState state = cluster.existing();
    return new Summary(
        request,
        state.nodes(),
        state.processes().size(),
        state.processes().stream()
            .flatMap(process -> process.parts().stream().map(ProcessPart::name))
            .toList(),
        request.system().commitMode(request.properties()),
        load,
        run,
        recorded,
        audit,
        versions(state));
  }

  /** A number of operations, from the first to the last. */
  private Summary.Run counted(
      Request request, YcsbRunner ycsb, Path workload, Map<String, String> properties)
      throws InterruptedException {
    long operations = request.operations().orElseThrow();
    progress.say("running workload %s: %,d operations".formatted(request.workload(), operations));
    properties.put("operationcount", Long.toString(operations));
    List<Probe> probes = Workload.probes(cluster, request);
    Look begin = look(probes);
    OptionalDouble clientBefore = ProcStat.endedChildrenCpuSeconds();
    YcsbReport report =
        ycsb.run(
            "run", request.system().name(), workload, properties, request.threads(), PHASE_TIMEOUT);
    OptionalDouble clientAfter = ProcStat.endedChildrenCpuSeconds();
    Look end = look(probes);
    SortedMap<String, ProcessCost> costs = end.costsSince(begin, Set.of());
    Optional<SortedMap<String, Double>> cpuSeconds = Optional.empty();
    if (clientBefore.isPresent() && clientAfter.isPresent()) {
      double client = clientAfter.getAsDouble() - clientBefore.getAsDouble();
      SortedMap<String, Double> byRole = Measured.cpuByRole(costs);
      byRole.put(ProcessCost.CLIENT, client);
      cpuSeconds = Optional.of(byRole);
    }
    int nodes = cluster.existing().nodes();
    return Summary.Run.counted(
        report,
        cpuSeconds,
        acknowledged(request),
        EventCounts.of(
            report.statuses(), 1, Measured.counters(begin, end, probes, nodes), costs.values()));
  }

  private Look look(List<Probe> probes) {
    return Look.at(
        SeenProcess.all(cluster),
        probes,
        RunningClients.here(new TreeMap<>()),
        0,
        new CompilerTimes());
  }

  private Summary.Run steady(Request request, Map<String, String> properties)
      throws InterruptedException {
    long spent = Duration.ofNanos(System.nanoTime() - beganNanos).toSeconds();
    long warmUpMax = Math.max(WARM_UP_MIN, Math.min(WARM_UP_MAX, WARMED_UP_BY - spent));
    progress.say(
        "running workload %s until it is steady, %d s at most, and then for %d s more"
            .formatted(request.workload(), warmUpMax, Workload.COUNTED_SECONDS));
    return Summary.Run.of(
        new Workload(home, cluster, directory.path()).run(request, properties, warmUpMax),
        acknowledged(request));
  }

  private static String acknowledged(Request request) {
    return Summary.acknowledged(request.system().commitMode(request.properties()));
  }

  private static Map<String, String> properties(Request request) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("recordcount", Long.toString(request.records()));
    properties.put("requestdistribution", request.distribution());
    properties.put("measurementtype", "hdrhistogram");
    properties.put("hdrhistogram.percentiles", "50,95,99");
    properties.putAll(request.properties());
    return properties;
  }

  private static void requireCommitted(String phase, YcsbReport report, long wanted) {
    requireRight(phase, report);
    if (report.committed() != wanted) {
      throw new HarnessException(
          "%s committed %,d of %,d operations; the others: %s"
              .formatted(phase, report.committed(), wanted, report.uncommitted()));
    }
  }

  private static void requireRight(String phase, YcsbReport report) {
    if (report.wrongReads() != 0) {
      throw new HarnessException(
          "%s had %,d reads of other data than were written, or that had a proof against them"
              .formatted(phase, report.wrongReads()));
    }
  }

  /**
   * Fails on failed or missing operations, and on unknown outcomes unless the system has them
   * without failures. Aborts are valid answers.
   */
  private static void requireSuccess(Request request, Summary summary) {
    YcsbReport run = summary.run().report();
    long aborted = run.uncommitted().getOrDefault(YcsbReport.ABORTED, 0L);
    long unknown =
        request.system().data().answers().stayUnknown()
            ? run.uncommitted().getOrDefault(YcsbReport.UNKNOWN, 0L)
            : 0;
    requireRight("the workload", run);
    long wanted = request.operations().orElse(run.attempted());
    if (run.committed() + aborted + unknown != wanted) {
      throw new HarnessException(
          "the workload has %,d operations, but %,d committed and %,d aborted; the others: %s"
              .formatted(wanted, run.committed(), aborted, run.uncommitted()));
    }
    if (!summary.audit().passed()) {
      throw new HarnessException(
          "the audit failed:\n    " + String.join("\n    ", summary.audit().said()));
    }
  }

  private AuditResult audit() throws InterruptedException {
    return ClusterAudit.of(
            cluster.existing(), new LogFile(directory.path().resolve("audit.log")), AUDIT_TIMEOUT)
        .orElseGet(() -> new AuditResult(true, List.of("none: this system has nothing to audit")));
  }

  private static Map<String, String> versions(ClusterState state) {
    Map<String, String> versions = new TreeMap<>(state.versions());
    versions.put("Java", System.getProperty("java.version"));
    String own = Quickstart.class.getPackage().getImplementationVersion();
    if (own != null) {
      versions.put("hybrid-ycsb", own);
    }
    return versions;
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
    cluster.down(done);
    if (!done) {
      progress.say("failed; all logs are in " + directory.path());
    }
  }

  /** From now on the cluster belongs to the user. */
  private void unmark() {
    try {
      Files.deleteIfExists(marker());
    } catch (IOException e) {
      throw new HarnessException("cannot remove " + marker() + ": " + e.getMessage(), e);
    }
  }
}
