package io.hybridycsb.harness.process;

import java.util.OptionalDouble;

/**
 * CPU time of this process' ended children, exact to the clock tick. It tells what a client used
 * after it has exited.
 */
public final class ChildrenCpu {
  private ChildrenCpu() {}

  /** Seconds so far; empty on platforms that don't report it. */
  public static OptionalDouble seconds() {
    return ProcStat.self()
        .map(stat -> OptionalDouble.of(stat.childrenCpuSeconds()))
        .orElseGet(OptionalDouble::empty);
  }
}
