package io.hybridycsb.harness.bench.plan;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * How clients run.
 *
 * @param processes client processes
 * @param threads of all processes together
 * @param operations of all processes together
 * @param target operations per second offered by all processes together; empty for a closed loop
 * @param workload the file's name in workloads/
 * @param properties of YCSB
 * @param seconds after which clients end, even if operations are left; 0 for never
 * @param warmUpOperations operations before the measured ones; 0 for no warm-up
 * @param warmUpSeconds after which the warm-up ends; 0 for never
 * @param warmUpFirst whether only the first run on a cluster has a warm-up
 * @param timeoutSeconds after which a run has failed
 * @param fault the fault during the run, if any
 */
public record RunSettings(
    int processes,
    int threads,
    long operations,
    OptionalLong target,
    String workload,
    SortedMap<String, String> properties,
    long seconds,
    long warmUpOperations,
    long warmUpSeconds,
    boolean warmUpFirst,
    long timeoutSeconds,
    Optional<Fault> fault) {

  /**
   * Whether there is a warm-up.
   *
   * @param earlierRuns the number of runs that the cluster has served
   */
  public boolean warmsUp(int earlierRuns) {
    return warmUpOperations > 0 && (earlierRuns == 0 || !warmUpFirst);
  }
}
