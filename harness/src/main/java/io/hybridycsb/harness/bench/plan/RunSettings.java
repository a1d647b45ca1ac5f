package io.hybridycsb.harness.bench.plan;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * How clients run.
 *
 * @param processes client processes
 * @param threads of all processes together
 * @param operations counted operations of all processes together, after which a run ends
 * @param target operations per second offered by all processes together; empty for a closed loop
 * @param workload the file's name in workloads/
 * @param properties of YCSB
 * @param seconds counted seconds after which a run ends, even if operations are left; 0 for never
 * @param warmUp the part of the run before the counted one
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
    WarmUp warmUp,
    long timeoutSeconds,
    Optional<Fault> fault) {

  /** How many clients run as fast as they can; 0 at a given rate. */
  int intensity() {
    return target.isPresent() ? 0 : threads;
  }
}
