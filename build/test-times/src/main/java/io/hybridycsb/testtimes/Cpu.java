package io.hybridycsb.testtimes;

import io.hybridycsb.harness.process.ProcStat;
import java.util.Optional;

/**
 * CPU seconds that a process has used.
 *
 * @param own of the process itself
 * @param commands of the commands that it has started and waited for, and of theirs
 */
public record Cpu(double own, double commands) {

  /** What the process has used so far; empty where the platform doesn't report it. */
  public static Optional<Cpu> of(ProcessHandle process) {
    return ProcStat.read(process.pid())
        .map(stat -> new Cpu(stat.cpuSeconds(), stat.childrenCpuSeconds()));
  }

  public double seconds() {
    return own + commands;
  }
}
