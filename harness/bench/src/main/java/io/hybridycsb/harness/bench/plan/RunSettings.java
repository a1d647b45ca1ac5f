package io.hybridycsb.harness.bench.plan;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * How clients run.
 *
 * @param processes client processes
 * @param hosts where the processes run, in words; empty for this machine
 * @param threads of all processes together
 * @param workload the file's name in workloads/
 * @param properties of YCSB
 * @param fault the fault during the run, if any
 */
public record RunSettings(
    int processes,
    String hosts,
    int threads,
    Rate rate,
    String workload,
    SortedMap<String, String> properties,
    Length length,
    Optional<Fault> fault) {

  /**
   * How many operations are offered.
   *
   * @param target operations per second by all processes together; empty for a closed loop, and as
   *     long as only the share is known
   * @param share the target in percent of the highest rate that a closed loop of the same work
   *     reaches; empty if it is given as a rate, and for a closed loop
   */
  public record Rate(OptionalLong target, OptionalInt share) {
    /** As many as are answered. */
    public static final Rate CLOSED_LOOP = new Rate(OptionalLong.empty(), OptionalInt.empty());
  }

  /**
   * How long clients run.
   *
   * @param operations counted operations of all processes together, after which a run ends
   * @param seconds counted seconds after which a run ends, even if operations are left; 0 for never
   * @param warmUp the part of the run before the counted one
   * @param timeoutSeconds after which a run has failed
   */
  public record Length(long operations, long seconds, WarmUp warmUp, long timeoutSeconds) {}

  /** Clients that run as fast as they can. */
  public boolean isClosedLoop() {
    return rate.equals(Rate.CLOSED_LOOP);
  }

  /** Whether it is known how many operations per second are offered, if that matters. */
  public boolean hasRate() {
    return rate.target.isPresent() || rate.share.isEmpty();
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
        hosts,
        paced(threads, processes, perSecond),
        new Rate(OptionalLong.of(perSecond), rate.share),
        workload,
        properties,
        length,
        fault);
  }

  /**
   * The same by other processes.
   *
   * @param where they run, in words
   */
  RunSettings onHosts(String where, int count) {
    return new RunSettings(
        count,
        where,
        rate.target.isPresent() ? paced(threads, count, rate.target.getAsLong()) : threads,
        rate,
        workload,
        properties,
        new Length(
            Math.max(length.operations, count),
            length.seconds,
            length.warmUp,
            length.timeoutSeconds),
        fault);
  }

  /** YCSB keeps a thread's pause as an int of nanoseconds, and one with a longer pause ends. */
  static int paced(int threads, int processes, long perSecond) {
    return (int) Math.min(threads, 2 * Math.max(1, perSecond / processes) * processes);
  }
}
