package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.ThreadUse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/**
 * What the just-in-time compilers of processes have used, as far as looks at them have shown. A JVM
 * ends compiler threads that have had nothing to do for a tenth of a second or more; each counts
 * with what it had used at the last look at it. So looks are to be frequent.
 */
public final class CompilerTimes {
  /**
   * So many looks show whether a thread is a compiler: its name is set only after it has started.
   */
  private static final int LOOKS = 2;

  private final LongFunction<Set<Long>> threads;
  private final BiFunction<Long, Long, Optional<ThreadUse>> thread;
  private final Map<Id, Double> seconds = new HashMap<>();

  /** The looks at each thread that was none; by process. */
  private final Map<Long, Map<Long, Integer>> others = new HashMap<>();

  private record Id(String process, long thread, long startTicks) {}

  public CompilerTimes() {
    this(ThreadUse::ids, ThreadUse::of);
  }

  /**
   * @param threads the numbers of a process' threads
   * @param thread one of them, by its process' number and its own; empty if it has ended
   */
  CompilerTimes(
      LongFunction<Set<Long>> threads, BiFunction<Long, Long, Optional<ThreadUse>> thread) {
    this.threads = threads;
    this.thread = thread;
  }

  /** Looks at a process of this machine. */
  public void look(long pid) {
    Map<Long, Integer> known = others.computeIfAbsent(pid, unused -> new HashMap<>());
    Set<Long> living = threads.apply(pid);
    known.keySet().retainAll(living);
    Set<Long> unknown = new HashSet<>(living);
    unknown.removeIf(thread -> known.getOrDefault(thread, 0) >= LOOKS);
    for (long id : unknown) {
      thread
          .apply(pid, id)
          .ifPresent(
              one -> {
                if (one.isCompiler()) {
                  add(Long.toString(pid), one);
                } else {
                  known.merge(id, 1, Integer::sum);
                }
              });
    }
  }

  /** Looks at clients on another host. */
  public void look(HostSnapshot host) {
    host.clients()
        .forEach(
            (name, client) ->
                client.threads().stream()
                    .filter(ThreadUse::isCompiler)
                    .forEach(one -> add(name, one)));
  }

  private void add(String process, ThreadUse compiler) {
    seconds.put(new Id(process, compiler.id(), compiler.startTicks()), compiler.cpuSeconds());
  }

  /** CPU seconds of all threads that were seen, since each started. */
  public double seconds() {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
