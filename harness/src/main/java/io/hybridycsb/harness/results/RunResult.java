package io.hybridycsb.harness.results;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;

/**
 * One run of one point of an experiment, as it lies in {@code run.json}. The fields of what is
 * unwrapped stand there among the others.
 *
 * @param format version of this format
 * @param failure why the run doesn't count, in one line; empty if it does
 * @param started when, as ISO 8601 in UTC
 * @param seconds how long all of it took, the cluster's start included
 * @param load the loading of the records; missing where that failed
 * @param run the measured operations; missing where they failed
 * @param warnings what a reader must know, a line each
 * @param files the raw files, relative to the run's directory
 */
public record RunResult(
    int format,
    @JsonUnwrapped Identity identity,
    String failure,
    String started,
    double seconds,
    @JsonUnwrapped Setup setup,
    Optional<Phase> load,
    Optional<Phase> run,
    @JsonUnwrapped Observed observed,
    List<RunWarning> warnings,
    List<String> files) {

  /** The version that this release writes. */
  public static final int FORMAT = 1;

  /** What has measured where operations spent their time; other sources see other things. */
  public static final String TIMERS = "timers";

  /** Name of the file that holds one of these. */
  public static final String FILE = "run.json";

  /** Commit modes in which an acknowledged write can still come to nothing. */
  private static final Set<String> ACCEPTING = Set.of("async", "pool");

  /** Whether a write that was acknowledged in this mode may not have been committed yet. */
  public static boolean isOnlyAccepted(String commitMode) {
    return ACCEPTING.contains(commitMode);
  }

  /** The same, as a point of an experiment that needed the very same run. */
  public RunResult as(String experiment, String figure, SortedMap<String, String> varied) {
    return new RunResult(
        format,
        new Identity(experiment, figure, identity.system, varied, identity.repeat),
        failure,
        started,
        seconds,
        setup,
        load,
        run,
        observed,
        warnings,
        files);
  }

  /** Whether the run counts. */
  public boolean succeeded() {
    return failure.isEmpty();
  }

  /**
   * Which run it is.
   *
   * @param experiment name of the experiment, such as fig05-clients
   * @param figure number of the paper's figure; empty for what no paper shows
   * @param system name of the system
   * @param varied what the experiment varies, by name, as this point has it
   * @param repeat which repeat of the point, from 1
   */
  public record Identity(
      String experiment,
      String figure,
      String system,
      SortedMap<String, String> varied,
      int repeat) {}

  /**
   * What ran, and where.
   *
   * @param commitMode how writes are acknowledged
   * @param versions of what took part, by name
   */
  public record Setup(
      Settings settings, String commitMode, SortedMap<String, String> versions, Machine machine) {}

  /**
   * What was seen of servers and clients during the measured operations.
   *
   * @param processes what each process used, by name; clients are client1, client2, ...
   * @param cpuWindowSeconds how long the processes were looked at for what they used: the run's
   *     seconds and the clients' start and end around them; missing in results of earlier releases
   * @param components seconds that the servers spent, by component
   * @param componentsSource how the components were measured, beginning with {@link #TIMERS} if
   *     they are operations' time; empty where they weren't
   * @param counters what else was counted, by {@link Counters name}
   */
  public record Observed(
      SortedMap<String, ProcessCost> processes,
      OptionalDouble cpuWindowSeconds,
      SortedMap<String, Double> components,
      String componentsSource,
      SortedMap<String, Double> counters) {}

  /**
   * The settings of the cluster and its clients.
   *
   * @param clients processes of YCSB
   * @param threads threads of all clients together
   * @param options of the cluster, as {@code --set} takes them
   * @param properties of YCSB; also the loading's threads and the warm-up, by their names in an
   *     experiment
   */
  public record Settings(
      int nodes,
      int clients,
      int threads,
      SortedMap<String, String> options,
      SortedMap<String, String> properties) {}

  /** The machine that everything ran on. */
  public record Machine(
      String name, String processor, int cores, long memoryBytes, String operatingSystem) {}

  /**
   * One phase of YCSB, of all its client processes together.
   *
   * @param seconds from the first operation's begin to the last one's end, of all clients: without
   *     the time that they took to connect
   * @param committed operations that returned OK, and reads that returned NOT_FOUND
   * @param committedPerSecond of those
   * @param operations by kind, such as READ
   */
  public record Phase(
      double seconds,
      long committed,
      double committedPerSecond,
      SortedMap<String, Operations> operations) {}

  /**
   * All operations of one kind.
   *
   * @param statuses how many returned what
   * @param latency of those that succeeded, from when they were sent
   * @param intendedLatency of those that succeeded, from when they should have been sent; present
   *     where the load is open, that is with a target rate
   */
  public record Operations(
      SortedMap<String, Long> statuses,
      Optional<Latency> latency,
      Optional<Latency> intendedLatency) {}

  /**
   * A distribution of latencies.
   *
   * @param percentilesMs by percentile: 50, 90, 95, 99, 99.9, 99.99
   * @param histogram all of it: an HdrHistogram of microseconds in its compressed form, in Base64
   */
  public record Latency(
      long count,
      double meanMs,
      double minMs,
      double maxMs,
      Map<String, Double> percentilesMs,
      String histogram) {}

  /**
   * What one process used.
   *
   * @param role such as node, shared-log or client
   * @param writtenBytes to storage, as the kernel counts them; -1 where it doesn't tell
   */
  public record ProcessCost(String role, double cpuSeconds, long writtenBytes) {
    public static final String CLIENT = "client";

    /** Whether it is one of the clients, not of the cluster. */
    public boolean ofClient() {
      return role.equals(CLIENT);
    }
  }
}
