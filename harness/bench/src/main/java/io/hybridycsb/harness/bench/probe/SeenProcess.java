package io.hybridycsb.harness.bench.probe;

import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;

/**
 * A process at one moment.
 *
 * @param pid 0 if it doesn't run
 */
public record SeenProcess(String role, long pid, Usage usage) {

  /**
   * A process that was listed a moment ago and may have ended since then.
   *
   * @param usage empty if the process has ended or the platform doesn't report it
   */
  public static SeenProcess of(
      String role, long pid, LongFunction<Optional<Usage>> usage, LongPredicate isAlive) {
    Usage unknown = new Usage(0, -1);
    if (pid == 0) {
      return new SeenProcess(role, 0, unknown);
    }
    return usage
        .apply(pid)
        .map(used -> new SeenProcess(role, pid, used))
        .orElseGet(() -> new SeenProcess(role, isAlive.test(pid) ? pid : 0, unknown));
  }

  /**
   * @param later the process at a later moment; null if it is gone
   */
  public boolean lives(SeenProcess later) {
    return later != null && later.pid == pid && pid != 0;
  }
}
