package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.table.RunTable;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.Repeats;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunWarning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The layout of results: {@code EXPERIMENT/SYSTEM/POINT/REPEAT/run.json}, with the raw files of the
 * run beside it, and {@code EXPERIMENT/runs.csv}. Runs that may be evidence against a system stay
 * beside the run that was done instead: {@link KeptFailures}.
 *
 * @param progress is told of failures that are kept
 */
record ResultDirectory(Path out, Progress progress) {
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(1);
  private static final Pattern REPEAT = Pattern.compile("[0-9]{1,9}");

  private SecretsMark secrets() {
    return new SecretsMark(out);
  }

  /** The directory that holds the run directories of clusters. */
  Path clusters() {
    return out.resolve(".clusters");
  }

  /**
   * Keeps other commands from writing to it.
   *
   * @throws HarnessException if one does so now
   */
  LockFile lock() throws InterruptedException {
    return LockFile.take(
        out.resolve("bench.lock"),
        Deadline.after(LOCK_TIMEOUT),
        "another 'hybrid bench' is writing to " + out);
  }

  /** The directory of an experiment's runs on one system. */
  Path ofSystem(Point point) {
    return out.resolve(point.experiment().name()).resolve(point.system());
  }

  /** The directory of a run. */
  Path directory(Plan.Run run) {
    return ofSystem(run.point())
        .resolve(run.point().directoryName())
        .resolve(Integer.toString(run.repeat()));
  }

  /** All results of an experiment on one system that count. */
  List<RunResult> succeeded(Point point) {
    Path directory = ofSystem(point);
    return Files.exists(directory)
        ? RunFiles.below(directory).stream()
            .map(RunFiles::read)
            .filter(RunResult::succeeded)
            .toList()
        : List.of();
  }

  /** Removes all results of an experiment on one system, but those that failed for correctness. */
  void remove(Point point) {
    Path directory = ofSystem(point);
    if (!Files.exists(directory)) {
      return;
    }
    KeptFailures.runsBelow(directory).forEach(this::clear);
    KeptFailures.remove(directory, KeptFailures.below(directory));
  }

  /** The result of a run that has one. */
  RunResult result(Plan.Run run) {
    return RunFiles.read(directory(run).resolve(RunResult.FILE));
  }

  /** Whether there is a result that counts of a run with the same settings. */
  boolean has(Plan.Run run) {
    if (!Files.exists(directory(run).resolve(RunResult.FILE))) {
      return false;
    }
    RunResult result = result(run);
    return result.succeeded()
        && result.setup().settings().equals(RunRecord.settings(run.point()))
        && secrets().isOf(run.point(), directory(run));
  }

  /** Whether any result of an experiment on one system is of a run with other secrets. */
  boolean hasOtherSecrets(Point point) {
    Path directory = ofSystem(point);
    return Files.exists(directory)
        && RunFiles.below(directory).stream()
            .filter(file -> !RunFiles.isEarlierFailure(file))
            .anyMatch(file -> !secrets().isOf(point, file.getParent()));
  }

  /** The results that count of all repeats of a run's point, by their number. */
  SortedMap<Integer, RunResult> repeats(Plan.Run run) {
    SortedMap<Integer, RunResult> results = new TreeMap<>();
    for (int repeat = 1; repeat <= Repeats.TIMES_MAX * run.repeats(); repeat++) {
      Plan.Run one = new Plan.Run(run.point(), repeat, run.repeats());
      if (has(one)) {
        results.put(repeat, result(one));
      }
    }
    return results;
  }

  /** The repeat that a run's point still needs, because those that it has disagree. */
  OptionalInt nextRepeat(Plan.Run run) {
    SortedMap<Integer, Double> throughputs = new TreeMap<>();
    repeats(run)
        .forEach(
            (repeat, result) ->
                throughputs.put(repeat, result.run().orElseThrow().acknowledgedPerSecond()));
    return Repeats.next(throughputs, run.repeats());
  }

  /** The repeats that points of these runs still need, because those that they have disagree. */
  Set<Plan.Run> nextRepeats(List<Plan.Run> runs, CapacityShares rates) {
    Set<Plan.Run> more = new LinkedHashSet<>();
    Set<Point> looked = new HashSet<>();
    for (Plan.Run run : runs) {
      if (looked.add(run.point())) {
        nextRepeat(rates.of(run))
            .ifPresent(repeat -> more.add(new Plan.Run(run.point(), repeat, run.repeats())));
      }
    }
    return more;
  }

  /**
   * The other builds or machines that made any of these runs' existing results, which would share a
   * figure with new ones.
   *
   * @param build this one
   */
  SortedSet<String> otherOrigins(Stream<Plan.Run> runs, String build) {
    SortedSet<String> others = new TreeSet<>();
    runs.flatMap(run -> repeats(run).values().stream())
        .forEach(result -> Origin.other(result, build).ifPresent(others::add));
    return others;
  }

  /** Fails if there are other builds or machines than this one. */
  void requireNone(SortedSet<String> others, String build) {
    if (!others.isEmpty()) {
      throw new UsageException(
          "%s has results of %s; this is %s. --fresh does them all again, --out DIR keeps both"
              .formatted(out, String.join(", and of ", others), Origin.here(build)));
    }
  }

  /** Names the runs of a point that failed for correctness and were done again. */
  List<String> earlierFailures(Point point) {
    return KeptFailures.named(ofSystem(point).resolve(point.directoryName()));
  }

  /** The same of all points of an experiment on one system. */
  List<String> earlierFailuresOfSystem(Point point) {
    return KeptFailures.named(ofSystem(point));
  }

  /**
   * The directory of a run, emptied; what may be evidence is kept beside it. If it is a repeat that
   * was asked for, added ones that don't count are removed too.
   */
  Path cleared(Plan.Run run) {
    Path directory = directory(run);
    clear(directory);
    if (run.repeat() <= run.repeats()) {
      added(run).filter(added -> !has(added)).map(this::directory).forEach(this::clear);
    }
    Disk.makeDirectory(directory);
    return directory;
  }

  /** Removes the repeats of a run's point that were added because others differed. */
  void removeAdded(Plan.Run run) {
    added(run).map(this::directory).forEach(this::clear);
  }

  /** The repeats of a run's point that have a directory, and that nobody asks for. */
  private Stream<Plan.Run> added(Plan.Run run) {
    Path point = directory(run).getParent();
    return (Files.exists(point) ? Disk.list(point) : List.<Path>of())
        .stream()
            .map(directory -> directory.getFileName().toString())
            .filter(name -> REPEAT.matcher(name).matches())
            .mapToInt(Integer::parseInt)
            .filter(repeat -> repeat > run.repeats())
            .sorted()
            .mapToObj(repeat -> new Plan.Run(run.point(), repeat, run.repeats()));
  }

  private void clear(Path directory) {
    KeptFailures.clear(directory).ifPresent(kept -> progress.say("  " + kept));
  }

  /** Files a result, and brings the experiment's CSV up to date. */
  void add(Plan.Run run, RunResult result) {
    secrets().write(run.point(), directory(run));
    RunFiles.write(directory(run), result);
    Path experiment = out.resolve(run.point().experiment().name());
    List<Path> files = RunFiles.below(experiment);
    RunTable.write(experiment.resolve("runs.csv"), experiment, files);
  }

  /** Files a run's result, with its raw files, also as the result of an identical run. */
  void share(Plan.Run done, Plan.Run same) {
    Path from = directory(done);
    Path to = cleared(same);
    RunResult result = result(done);
    result.files().forEach(file -> Disk.copy(from.resolve(file), to.resolve(file)));
    add(same, result.as(RunRecord.identity(same)));
  }

  /**
   * Adds what the audit of a run's cluster has found, after the cluster's last run.
   *
   * @param failure if there was one, the run counts no longer
   */
  void audited(Plan.Run run, String conclusion, Failure failure) {
    add(run, result(run).audited(conclusion, failure.reason(), failure.ofCorrectness()));
  }

  /** How a run's writes compare with what servers have recorded. */
  String recorded(Plan.Run run) {
    return result(run).phases().recorded().orElseThrow().inWords();
  }

  /** What happened for each of a run's updates, if that was counted. */
  Optional<String> events(Plan.Run run) {
    return result(run)
        .observed()
        .events()
        .map(events -> "per %s: %s".formatted(events.per(), events.inWords()));
  }

  String summary(Plan.Run run) {
    RunResult result = result(run);
    RunResult.Phase phase = result.run().orElseThrow();
    String latencies =
        phase.operations().entrySet().stream()
            .flatMap(
                entry ->
                    entry.getValue().intendedLatency().or(entry.getValue()::latency).stream()
                        .map(latency -> summary(entry.getKey(), latency)))
            .collect(Collectors.joining(", "));
    SortedMap<String, Long> uncommitted = Phases.uncommitted(phase);
    String unit =
        result.onlyAccepted() ? "acknowledged%s (accepted, no promise of a commit)" : "committed%s";
    boolean few = RunWarning.Kind.FEW.isAmong(result.warnings());
    return String.format(
        Locale.ROOT,
        "%s in %.1f s, %s%s",
        few
            ? "%,d %s, too few for a rate,".formatted(phase.acknowledged(), unit.formatted(""))
            : "%,.0f %s".formatted(phase.acknowledgedPerSecond(), unit.formatted("/s")),
        phase.seconds(),
        latencies,
        uncommitted.isEmpty() ? "" : ", not committed: " + uncommitted);
  }

  private static String summary(String kind, RunResult.Latency latency) {
    return kind.toLowerCase(Locale.ROOT) + " " + Percentiles.inWords(latency, 1);
  }
}
