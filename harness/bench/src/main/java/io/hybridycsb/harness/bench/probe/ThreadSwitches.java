package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.ProcessTree;
import io.hybridycsb.harness.process.ThreadUse;
import io.hybridycsb.harness.results.ProcessCost.ContextSwitches;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;

/**
 * The context switches of the threads of some processes and their children, as the kernel counts
 * them for each thread since its start. It keeps no sum of those that have ended.
 *
 * @param ofThreads by the process' name and the thread's number
 */
public record ThreadSwitches(Map<String, Map<Long, ContextSwitches>> ofThreads) {
  public static final ThreadSwitches UNKNOWN = new ThreadSwitches(Map.of());

  private static final String VOLUNTARY = "voluntary_ctxt_switches:";
  private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches:";

  /**
   * Those of these processes as they are now; without what the platform doesn't report.
   *
   * @param pids by the processes' names
   */
  public static ThreadSwitches of(Map<String, Long> pids) {
    ProcessTree tree = ProcessTree.now();
    Map<Long, Map<Long, ContextSwitches>> byRoot = new HashMap<>();
    tree.rootsOf(new HashSet<>(pids.values()))
        .forEach(
            (pid, root) ->
                byRoot.computeIfAbsent(root, unused -> new HashMap<>()).putAll(ofProcess(pid)));
    Map<String, Map<Long, ContextSwitches>> byName = new HashMap<>();
    pids.forEach((name, pid) -> byName.put(name, byRoot.getOrDefault(pid, Map.of())));
    return new ThreadSwitches(byName);
  }

  private static Map<Long, ContextSwitches> ofProcess(long pid) {
    Map<Long, ContextSwitches> threads = new HashMap<>();
    for (long thread : ThreadUse.ids(pid)) {
      ThreadUse.status(pid, thread)
          .flatMap(ThreadSwitches::read)
          .ifPresent(switches -> threads.put(thread, switches));
    }
    return threads;
  }

  /** What the kernel's file of a thread says; empty if nothing. */
  static Optional<ContextSwitches> read(String status) {
    long voluntary = -1;
    long involuntary = -1;
    for (String line : status.split("\n")) {
      if (line.startsWith(VOLUNTARY)) {
        voluntary = number(line, VOLUNTARY);
      } else if (line.startsWith(INVOLUNTARY)) {
        involuntary = number(line, INVOLUNTARY);
      }
    }
    return voluntary < 0 || involuntary < 0
        ? Optional.empty()
        : Optional.of(new ContextSwitches(voluntary, involuntary));
  }

  private static long number(String line, String name) {
    return Long.parseLong(line.substring(name.length()).strip());
  }

  /** Those of a process since then; empty if it was not seen at both moments. */
  public Optional<ContextSwitches> since(ThreadSwitches earlier, String process) {
    Map<Long, ContextSwitches> before = earlier.ofThreads.getOrDefault(process, Map.of());
    Map<Long, ContextSwitches> now = ofThreads.getOrDefault(process, Map.of());
    if (before.isEmpty() || now.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        now.entrySet().stream()
            .map(
                thread ->
                    thread
                        .getValue()
                        .since(before.getOrDefault(thread.getKey(), ContextSwitches.NONE)))
            .reduce(ContextSwitches.NONE, ContextSwitches::plus));
  }
}
