package io.hybridycsb.harness.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hybridycsb.settings.Secrets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file {@code run.json}: one run of one point of an experiment. The fields of unwrapped parts
 * stand among the others.
 *
 * @param format version of this format
 * @param warnings warnings for the reader, a line each
 * @param files the raw files, relative to the run's directory
 */
public record RunResult(
    int format,
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped Outcome outcome,
    @JsonUnwrapped Setup setup,
    @JsonUnwrapped Phases phases,
    @JsonUnwrapped Observed observed,
    List<RunWarning> warnings,
    List<String> files) {

  /** The version that this release writes. */
  public static final int FORMAT = 1;

  /** The source of components that is operations' time, unlike the other sources. */
  public static final String TIMERS = "timers";

  public static final String FILE = "run.json";

  /** The name among the versions of the build of the code that did the run. */
  public static final String BUILD = "hybrid-ycsb build";

  /** Commit modes in which an acknowledged write may still be lost. */
  private static final Set<String> ACCEPTING = Set.of("async", "pool");

  /** Whether a write that was acknowledged in this mode may not have been committed yet. */
  public static boolean isOnlyAccepted(String commitMode) {
    return ACCEPTING.contains(commitMode);
  }

  /** The same run as the result of another experiment's point. */
  public RunResult as(Identity other) {
    return new RunResult(format, other, outcome, setup, phases, observed, warnings, files);
  }

  /**
   * The same run after the audit of its cluster.
   *
   * @param failed the audit's failure, in one line; empty if there was none
   * @param wrong whether it has found something wrong
   */
  public RunResult audited(String conclusion, String failed, boolean wrong) {
    return new RunResult(
        format,
        identity,
        new Outcome(failed, wrong, outcome.started, outcome.seconds, outcome.sitting),
        setup,
        new Phases(
            phases.load,
            phases.warmUp,
            phases.run,
            phases.recorded.map(writes -> writes.audited(conclusion))),
        observed,
        warnings,
        files);
  }

  /** Why the run doesn't count, in one line; empty if it does. */
  public String failure() {
    return outcome.failure;
  }

  /** Whether it failed since the system did or answered something wrong, or nobody can tell. */
  public boolean incorrect() {
    return outcome.incorrect;
  }

  /** The measured operations; missing if they failed. */
  public Optional<Phase> run() {
    return phases.run;
  }

  /** Whether its acknowledged writes may not have been committed. */
  public boolean onlyAccepted() {
    return isOnlyAccepted(setup.commitMode);
  }

  /** Which build of the code did the run; "unknown" in results of earlier releases. */
  public String build() {
    return setup.versions.getOrDefault(BUILD, "unknown");
  }

  /**
   * How many operations were committed between the two looks at the processes; 0 if writes were
   * only accepted. After a warm-up the looks are not of exactly the counted intervals' time, so it
   * is the throughput over their time. Where all counts, all operations lie between them.
   */
  public double committedWhileObserved() {
    if (onlyAccepted() || phases.run.isEmpty()) {
      return 0;
    }
    Phase run = phases.run.get();
    double seconds = run.seconds();
    double window = observed.cpuWindowSeconds.orElse(seconds);
    return run.committed() * (phases.warmUp.isPresent() && seconds > 0 ? window / seconds : 1);
  }

  /** Whether the run counts. */
  public boolean succeeded() {
    return outcome.failure.isEmpty();
  }

  /**
   * The identity of a run.
   *
   * @param system name of the system
   * @param place the system's place in lists, and among colours and markers; missing in results of
   *     earlier releases
   * @param varied the point's values of what the experiment varies, by name
   * @param repeat which repeat of the point, from 1
   * @param repeats how many repeats were asked for; a point whose repeats disagree has more. 0 in
   *     results of earlier releases
   */
  public record Identity(
      @JsonUnwrapped Subject subject,
      String system,
      OptionalInt place,
      SortedMap<String, String> varied,
      int repeat,
      int repeats) {}

  /**
   * The experiment that a run is of, as its file describes it. Results of earlier releases have
   * neither title nor labels nor values.
   *
   * @param experiment its name, such as fig05-clients
   * @param paper the key of the {@link Paper} whose figure it is; {@code vldb22} if results of
   *     earlier releases don't tell
   * @param figure number of the paper's figure; empty if no paper shows it
   * @param baseline the system with which it compares the others; empty if with none
   * @param title for readers
   * @param labels what readers call what it varies, by name, where that isn't the name
   * @param values of what it varies, by name, in the file's order
   */
  public record Subject(
      String experiment,
      String paper,
      String figure,
      String baseline,
      String title,
      SortedMap<String, String> labels,
      SortedMap<String, List<String>> values) {
    public Subject {
      paper = paper == null ? Paper.VLDB22.key() : paper;
      baseline = baseline == null ? "" : baseline;
      title = title == null ? "" : title;
      labels = labels == null ? new TreeMap<>() : labels;
      values = values == null ? new TreeMap<>() : values;
    }
  }

  /**
   * How a run ended, and when it was.
   *
   * @param failure why the run doesn't count, in one line; empty if it does
   * @param incorrect whether it failed since the system did or answered something wrong, or nobody
   *     can tell; false in results of earlier releases
   * @param started the time in ISO 8601, UTC
   * @param seconds the duration with the cluster's start
   * @param sitting when the command began that did the run: those of one sitting met the same
   *     machine; empty in results of earlier releases
   */
  public record Outcome(
      String failure,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean incorrect,
      String started,
      double seconds,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String sitting) {
    public Outcome {
      sitting = sitting == null ? "" : sitting;
    }
  }

  /**
   * What was done in a run.
   *
   * @param load the loading of the records; missing if it failed
   * @param warmUp the part of the run before the measured operations; missing if there was none
   * @param run the measured operations; missing if they failed
   * @param recorded what servers have recorded of the clients' writes; missing in results of
   *     earlier releases, and if the run failed
   */
  public record Phases(
      Optional<Phase> load,
      Optional<WarmUp> warmUp,
      Optional<Phase> run,
      Optional<Recorded> recorded) {}

  /**
   * The setup of a run.
   *
   * @param commitMode how writes are acknowledged
   * @param versions of all programs, by name
   */
  public record Setup(
      Settings settings, String commitMode, SortedMap<String, String> versions, Machine machine) {}

  /**
   * Observations of servers and clients during the measured operations.
   *
   * @param processes what each process used, by name; clients are client1, client2, ...
   * @param cpuWindowSeconds the window of the processes' usage: the run and the clients' start and
   *     end around it; missing in results of earlier releases
   * @param components seconds that the servers spent, by component
   * @param componentsSource how the components were measured, beginning with {@link #TIMERS} if
   *     they are operations' time; empty if they weren't measured
   * @param counters further counts, by {@link Counters name}
   * @param events what happened for each update; missing if nothing was counted, if a process was
   *     killed, and in results of earlier releases
   */
  public record Observed(
      SortedMap<String, ProcessCost> processes,
      OptionalDouble cpuWindowSeconds,
      SortedMap<String, Double> components,
      String componentsSource,
      SortedMap<String, Double> counters,
      Optional<Events> events) {}

  /**
   * The settings of the cluster and its clients. The values of secrets are hidden.
   *
   * @param clients number of YCSB's processes
   * @param threads threads of all clients together
   * @param options of the cluster, as {@code --set} takes them
   * @param properties of YCSB; also the load's threads and the warm-up, by their names in an
   *     experiment
   */
  public record Settings(
      int nodes,
      int clients,
      int threads,
      SortedMap<String, String> options,
      SortedMap<String, String> properties) {
    public Settings {
      options = Secrets.hidden(options);
      properties = Secrets.hidden(properties);
    }
  }

  /** The machine that everything ran on. */
  public record Machine(
      String name, String processor, int cores, long memoryBytes, String operatingSystem) {}

  /**
   * The first part of a run, which isn't counted.
   *
   * @param setting auto, or the seconds that it was to last
   * @param seconds from the first operation until counting began
   * @param steady whether throughput and CPU time per operation had stopped changing; it is not
   *     known where the length was given
   * @param windows what was seen from the first operation on; where the end was found, the last
   *     window is the first that counts
   */
  public record WarmUp(String setting, double seconds, boolean steady, List<WarmUpWindow> windows) {

    /** So many windows are compared. */
    public static final int WINDOWS_MIN = 3;

    /**
     * Whether the run was seen not to be steady. Where the length was given, or was too short for
     * the windows, nothing is known.
     */
    public boolean notSteady() {
      return setting.equals("auto") && !steady && windows.size() >= WINDOWS_MIN;
    }
  }

  /**
   * A window of a warm-up, in seconds since the first operation.
   *
   * @param operations with any outcome
   * @param cpuSeconds of all processes, clients included
   * @param compilerSeconds how much of it the just-in-time compilers of JVMs took
   */
  public record WarmUpWindow(
      double fromSecond,
      double toSecond,
      long operations,
      double cpuSeconds,
      double compilerSeconds) {

    /** Milliseconds of CPU time per operation; infinite without operations. */
    public double cpuMsPerOperation() {
      return cpuSeconds * 1000 / operations;
    }
  }

  /**
   * One phase of YCSB, of all its client processes together.
   *
   * @param seconds the time that the throughput is of, without the clients' time to connect. After
   *     a warm-up it is the mean of the clients' own counted times, each weighted with the client's
   *     rate. So the operations of all, divided by it, are the sum of the clients' rates. Where all
   *     counts, it goes from the first operation's begin to the last one's end, over all clients
   * @param committed operations that returned OK, and reads that returned NOT_FOUND; without the
   *     writes of a commit mode in which they are only accepted
   * @param committedPerSecond committed operations per second
   * @param accepted writes that returned OK in such a mode, and may have come to nothing; 0 in
   *     results of earlier releases, which have them among the committed
   * @param operations by kind, such as READ
   */
  public record Phase(
      double seconds,
      long committed,
      double committedPerSecond,
      long accepted,
      SortedMap<String, Operations> operations) {

    /** Operations that were acknowledged, whatever that means in the run's commit mode. */
    public long acknowledged() {
      return committed + accepted;
    }

    /** Acknowledged operations per second. */
    public double acknowledgedPerSecond() {
      return seconds > 0 ? acknowledged() / seconds : 0;
    }
  }

  /**
   * How many writes clients were told of, and how many servers have recorded; both since the
   * cluster's start, its load included. These are counts: one write that is lost and another that
   * is there twice aren't seen.
   *
   * @param what the servers' counts are of, such as revisions; empty if they weren't compared
   * @param acknowledged writes that clients were told are committed
   * @param undecided writes of which clients don't know whether they are committed
   * @param servers the servers' counts; where each tells of its own writes only, their sum
   * @param notCompared why they weren't compared; empty if they were
   * @param audit the conclusion of the audit after the last run on the cluster; empty if there was
   *     none
   */
  public record Recorded(
      String what,
      long acknowledged,
      long undecided,
      SortedMap<String, Long> servers,
      String notCompared,
      String audit) {

    Recorded audited(String conclusion) {
      return new Recorded(what, acknowledged, undecided, servers, notCompared, conclusion);
    }

    /** One line for the reader of a throughput. */
    public String inWords() {
      String told =
          "%,d writes acknowledged since the load began%s"
              .formatted(
                  acknowledged, undecided == 0 ? "" : ", %,d undecided".formatted(undecided));
      if (!notCompared.isEmpty()) {
        return "%s; not compared with the servers: %s".formatted(told, notCompared);
      }
      long least = Collections.min(servers.values());
      long most = Collections.max(servers.values());
      return "%s; %s recorded by %s (only counted: %s)"
          .formatted(
              told,
              least == most ? "%,d".formatted(least) : "%,d to %,d".formatted(least, most),
              String.join(", ", servers.keySet()),
              what);
    }
  }

  /**
   * All operations of one kind.
   *
   * @param statuses the number of operations by status
   * @param latency of successful operations, from their actual start
   * @param intendedLatency of successful operations, from their intended start; present for an open
   *     loop, that is with a target rate
   */
  public record Operations(
      SortedMap<String, Long> statuses,
      Optional<Latency> latency,
      Optional<Latency> intendedLatency) {}

  /**
   * A distribution of latencies.
   *
   * @param percentilesMs by percentile: those of {@link Percentiles#NAMES} that so many operations
   *     tell; all of them in results of earlier releases
   * @param histogram an HdrHistogram of microseconds in its compressed form, in Base64
   */
  public record Latency(
      long count,
      double meanMs,
      double minMs,
      double maxMs,
      Map<String, Double> percentilesMs,
      String histogram) {}
}
