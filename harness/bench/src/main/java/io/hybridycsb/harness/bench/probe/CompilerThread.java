package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.ProcStat;
import java.util.Optional;

/**
 * A thread of a JVM's just-in-time compilers at one moment.
 *
 * @param id its number, which another thread may get when it has ended
 * @param startTicks when it started
 * @param cpuSeconds since then
 */
public record CompilerThread(long id, long startTicks, double cpuSeconds) {
  /** HotSpot's names, as the kernel cuts them. */
  private static final String NAMES = "C[12] Compiler.*";

  /**
   * The thread that a line tells of; empty if it is no compiler's.
   *
   * @param line of {@code /proc/PID/task/NUMBER/stat} (proc(5))
   */
  public static Optional<CompilerThread> of(String line) {
    if (!ProcStat.nameIn(line).matches(NAMES)) {
      return Optional.empty();
    }
    ProcStat stat = ProcStat.parse(line);
    long id = Long.parseLong(line.substring(0, line.indexOf(' ')));
    return Optional.of(new CompilerThread(id, stat.startTicks(), stat.ownCpuSeconds()));
  }
}
