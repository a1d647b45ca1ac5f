package io.hybridycsb.harness.bench.plan;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * How clients run.
 *
 * @param processes client processes
 * @param threads of all processes together
 * @param operations counted operations of all processes together, after which a run ends
 * @param target operations per second offered by all processes together; empty for a closed loop,
 *     and as long as only the share is known
 * @param share the target in percent of the highest rate that a closed loop of the same work
 *     reaches; empty if it is given as a rate, and for a closed loop
 * @param workload the file's name in workloads/
 * @param properties of YCSB
 * @param seconds counted seconds after which a run ends, even if operations are left; 0 for never
 * @param warmUp the part of the run before the counted one
 * @param timeoutSeconds after which a run has failed
 * @param fault the fault during the run, if any
 * @param hosts where the processes run, in words; empty for this machine
 */
public record RunSettings(
    int processes,
    int threads,
    long operations,
    OptionalLong target,
    OptionalInt share,
    String workload,
    SortedMap<String, String> properties,
    long seconds,
    WarmUp warmUp,
    long timeoutSeconds,
    Optional<Fault> fault,
    String hosts) {

  /** A run whose clients are processes of this machine. */
  public RunSettings(
      int processes,
      int threads,
      long operations,
      OptionalLong target,
      OptionalInt share,
      String workload,
      SortedMap<String, String> properties,
      long seconds,
      WarmUp warmUp,
      long timeoutSeconds,
      Optional<Fault> fault) {
    this(
        processes,
        threads,
        operations,
        target,
        share,
        workload,
        properties,
        seconds,
        warmUp,
        timeoutSeconds,
        fault,
        "");
  }

  /** Clients that run as fast as they can. */
  public boolean isClosedLoop() {
    return target.isEmpty() && share.isEmpty();
  }

  /** Whether it is known how many operations per second are offered, if that matters. */
  public boolean hasRate() {
    return target.isPresent() || share.isEmpty();
  }

  /** How many clients run as fast as they can; 0 at a given rate. */
  public int intensity() {
    return isClosedLoop() ? threads : 0;
  }

  /** Whether they do the same operations, however many of them at a time. */
  public boolean sameWork(RunSettings other) {
    return workload.equals(other.workload)
        && properties.equals(other.properties)
        && fault.equals(other.fault);
  }

  /** The same at a rate, by no more threads than have an operation to send every two seconds. */
  public RunSettings at(long perSecond) {
    return new RunSettings(
        processes,
        paced(threads, processes, perSecond),
        operations,
        OptionalLong.of(perSecond),
        share,
        workload,
        properties,
        seconds,
        warmUp,
        timeoutSeconds,
        fault,
        hosts);
  }

  /**
   * The same by other processes.
   *
   * @param where they run, in words
   */
  RunSettings onHosts(String where, int count) {
    int used = target.isPresent() ? paced(threads, count, target.getAsLong()) : threads;
    return new RunSettings(
        count,
        used,
        Math.max(operations, count),
        target,
        share,
        workload,
        properties,
        seconds,
        warmUp,
        timeoutSeconds,
        fault,
        where);
  }

  /** YCSB keeps a thread's pause as an int of nanoseconds, and one with a longer pause ends. */
  static int paced(int threads, int processes, long perSecond) {
    return (int) Math.min(threads, 2 * Math.max(1, perSecond / processes) * processes);
  }
}
