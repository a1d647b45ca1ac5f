package io.hybridycsb.harness.process;

import java.util.OptionalDouble;

/**
 * CPU time of this process's children that have ended and were waited for, exact to the clock tick:
 * the way to learn what a client used after it has exited.
 */
public final class ChildrenCpu {
  private ChildrenCpu() {}

  /** Seconds so far; empty where the platform does not tell. */
  public static OptionalDouble seconds() {
    return ProcStat.self()
        .map(stat -> OptionalDouble.of(stat.childrenCpuSeconds()))
        .orElseGet(OptionalDouble::empty);
  }
}
