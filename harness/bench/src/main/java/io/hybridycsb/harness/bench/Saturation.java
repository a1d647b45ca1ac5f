package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.saturate.Bound;
import io.hybridycsb.harness.bench.saturate.RateSearch;
import io.hybridycsb.harness.bench.saturate.Saturated;
import io.hybridycsb.harness.bench.saturate.Step;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Searches the highest rate that a system holds with a given latency: runs at one rate after
 * another on one cluster, each filed as a run of the experiment. A run that has succeeded in an
 * earlier command isn't repeated.
 */
public final class Saturation {
  /** The name under which runs at a rate are filed. */
  public static final String NAME = "saturate";

  /** That of the run without a rate, which is no point of a curve of latencies by rate. */
  static final String CLOSED_LOOP = NAME + "-closed-loop";

  private static final String TARGET = "target";

  /** Of most searches: the closed loop, and the rates. */
  private static final int RUNS = 9;

  private final Path out;
  private final Progress progress;
  private final ResultDirectory results;
  private final Runner runner;

  /**
   * @param out the directory for the results
   */
  public Saturation(Home home, Path out, Progress progress) {
    this.out = out.toAbsolutePath().normalize();
    this.progress = progress;
    this.runner = new Runner(home, this.out, progress);
    this.results = runner.results();
  }

  /**
   * A request.
   *
   * @param experiment the settings, for one system
   * @param bound what a rate is to be held with
   * @param quick whether to use the quick settings
   * @param fresh whether to repeat runs that have succeeded earlier
   * @param attached the cluster that runs already; empty if one is started
   */
  public record Request(
      Experiment experiment,
      Bound bound,
      boolean quick,
      boolean fresh,
      Optional<AttachedCluster> attached) {}

  /**
   * Searches; returns whether all runs succeeded and no cluster was left behind.
   *
   * @throws UsageException if there is nothing to search, or if the directory has results that are
   *     not to be mixed with these
   */
  public boolean run(Request request) throws InterruptedException {
    Point closedLoop = closedLoop(request);
    try (LockFile lock = results.lock()) {
      List<Point> filed = List.of(closedLoop.filedUnder(CLOSED_LOOP), closedLoop);
      if (request.fresh()) {
        filed.forEach(results::remove);
      }
      requireSameSettings(closedLoop, filed);
      runner.removeLeftOvers();
      boolean found = search(closedLoop, request);
      KeptFailures.tell(
          filed.stream().map(results::earlierFailuresOfSystem).flatMap(List::stream).toList(),
          progress);
      return found && runner.allAreRemoved();
    }
  }

  /** The run that finds the capacity, around which rates are searched. */
  private Point closedLoop(Request request) {
    Plan plan =
        runner.plan(
            List.of(request.experiment()),
            request.experiment().systems(),
            request.quick(),
            request.attached());
    if (!plan.skipped().isEmpty()) {
      throw new UsageException("cannot search: " + plan.skipped().get(0));
    }
    List<Point> points =
        plan.groups().stream()
            .flatMap(group -> group.runs().stream())
            .map(Plan.Run::point)
            .distinct()
            .toList();
    if (points.size() != 1 || !points.get(0).findsCapacity()) {
      throw new UsageException(
          "a search begins with one closed loop whose writes are committed: leave out vary, rates,"
              + " target, kill, and commit modes that only accept");
    }
    if (points.get(0).run().length().seconds() == 0) {
      throw new UsageException(
          "a search needs 'seconds' among its settings, since at low rates 'operations' takes too long");
    }
    return points.get(0);
  }

  /** Fails if the directory has runs of another search, which would share a figure with this. */
  private void requireSameSettings(Point closedLoop, List<Point> filed) {
    TreeSet<String> others = new TreeSet<>();
    boolean otherSecrets = filed.stream().anyMatch(results::hasOtherSecrets);
    for (RunResult result : filed.stream().map(results::succeeded).flatMap(List::stream).toList()) {
      Origin.other(result, runner.build()).ifPresent(others::add);
      if (otherSecrets || !isOf(closedLoop, result)) {
        throw new UsageException(
            "%s has a search with other settings. --fresh replaces it, --out DIR keeps both"
                .formatted(results.ofSystem(closedLoop)));
      }
    }
    results.requireNone(others, runner.build());
  }

  /** Whether only the rate may differ, and with it the number of clients. */
  private static boolean isOf(Point closedLoop, RunResult result) {
    RunResult.Settings wanted = RunRecord.settings(closedLoop);
    RunResult.Settings had = result.setup().settings();
    boolean atRate = had.properties().containsKey(TARGET);
    return (atRate || had.threads() == wanted.threads())
        && had.nodes() == wanted.nodes()
        && had.clients() == wanted.clients()
        && had.options().equals(wanted.options())
        && withoutTarget(had).equals(withoutTarget(wanted));
  }

  private static SortedMap<String, String> withoutTarget(RunResult.Settings settings) {
    SortedMap<String, String> properties = new TreeMap<>(settings.properties());
    properties.remove(TARGET);
    return properties;
  }

  private boolean search(Point closedLoop, Request request) throws InterruptedException {
    progress.say(
        ("%s, nodes: %d, %s, clients: %d; which rate is held with a p99 of at most %s?"
                + " About %s on four cores")
            .formatted(
                closedLoop.system(),
                closedLoop.cluster().nodes(),
                closedLoop.run().workload(),
                closedLoop.run().threads(),
                Bound.ms(request.bound().p99Ms()),
                Estimate.inWords(expectedSeconds(closedLoop))));
    BenchCluster cluster =
        runner.cluster(
            closedLoop.cluster(), request.attached(), ClientPlace.here(results.clusters()));
    try {
      Optional<Saturated> outcome = search(cluster, closedLoop, request.bound());
      if (outcome.isEmpty() || !runner.audit(cluster).isNone()) {
        progress.say("a run failed, so that there is no answer; the same command tries it again");
        return false;
      }
      outcome.get().write(results.ofSystem(closedLoop));
      outcome.get().inWords().forEach(progress::say);
      progress.say(
          "%s and each run are in %s; 'hybrid report %s' draws them"
              .formatted(Saturated.FILE, results.ofSystem(closedLoop), out.resolve(NAME)));
      return true;
    } finally {
      runner.remove(cluster);
    }
  }

  private static double expectedSeconds(Point closedLoop) {
    return Estimate.expected(
        new Plan.Group(
            closedLoop.cluster(),
            IntStream.rangeClosed(1, RUNS)
                .mapToObj(repeat -> new Plan.Run(closedLoop, repeat, RUNS))
                .toList()));
  }

  /** Empty if a run failed. */
  private Optional<Saturated> search(BenchCluster cluster, Point closedLoop, Bound bound)
      throws InterruptedException {
    Plan.Run first = new Plan.Run(closedLoop.filedUnder(CLOSED_LOOP), 1, 1);
    progress.say("[1] without a target, for the capacity");
    if (!succeeds(cluster, first)) {
      return Optional.empty();
    }
    Phase phase = results.result(first).run().orElseThrow();
    double capacity = Phases.committedPerSecond(phase);
    progress.say("  " + results.summary(first));
    RateSearch search = new RateSearch(capacity, closedLoop.run().processes());
    List<Step> steps = new ArrayList<>();
    for (Optional<RateSearch.Trial> next = search.next(); next.isPresent(); next = search.next()) {
      RateSearch.Trial trial = next.get();
      int repeat = trial.confirming() ? 2 : 1;
      Plan.Run run = new Plan.Run(closedLoop.offering(trial.perSecond()), repeat, repeat);
      progress.say(
          "[%d] %,d/s%s"
              .formatted(
                  steps.size() + 2, trial.perSecond(), trial.confirming() ? " once more" : ""));
      if (!succeeds(cluster, run)) {
        return Optional.empty();
      }
      Step step = Step.read(results.directory(run), trial.perSecond(), bound);
      progress.say("  " + step.inWords());
      steps.add(step);
      search.add(trial, step.held());
    }
    return Optional.of(
        new Saturated(
            closedLoop.system(),
            bound,
            closedLoop.run().threads(),
            capacity,
            steps,
            search.answer()));
  }

  /** Does a run, unless it was done earlier. */
  private boolean succeeds(BenchCluster cluster, Plan.Run run) throws InterruptedException {
    if (results.has(run)) {
      progress.say("  done earlier");
      return true;
    }
    if (run.point().cluster().fresh() && cluster.runs() > 0) {
      if (!runner.audit(cluster).isNone()) {
        return false;
      }
      runner.remove(cluster);
    }
    Failure failure = runner.run(cluster, run).failure();
    progress.say("  " + (failure.isNone() ? results.recorded(run) : "FAILED: " + failure.reason()));
    return failure.isNone();
  }
}
