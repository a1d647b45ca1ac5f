package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.process.ThreadTimes.Used;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the threads of a process use from now on. One that ends counts as of the last look at it.
 */
final class CpuWatch {
  private final Supplier<Map<Long, Used>> threads;
  private final Map<Long, Used> first;
  private final Map<Long, Used> last;

  /**
   * @param threads what each thread that lives has used since it started
   */
  CpuWatch(Supplier<Map<Long, Used>> threads) {
    this.threads = threads;
    this.first = Map.copyOf(threads.get());
    this.last = new HashMap<>(first);
  }

  void look() {
    last.putAll(threads.get());
  }

  /** What each thread has used between the first look and the last. */
  Map<Long, Used> used() {
    Map<Long, Used> used = new HashMap<>();
    last.forEach((id, now) -> used.put(id, since(first.get(id), now)));
    return used;
  }

  private static Used since(Used before, Used now) {
    return before == null
        ? now
        : new Used(
            now.name(),
            Math.max(0, now.userSeconds() - before.userSeconds()),
            Math.max(0, now.kernelSeconds() - before.kernelSeconds()));
  }
}
