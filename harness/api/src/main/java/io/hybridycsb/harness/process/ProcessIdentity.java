package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A started process, known by its id and start time. The operating system reuses the ids of dead
 * processes, and another process must never be reported as ours or killed.
 *
 * @param pid the process id
 * @param started when it started, in the platform's exact form; only compared
 */
public record ProcessIdentity(long pid, String started) {
  private static final int READINGS_MAX = 4;

  /** The process with this id at this moment, if there is one. */
  public static Optional<ProcessIdentity> of(long pid) {
    if (ProcStat.supported()) {
      return ProcStat.read(pid)
          .filter(stat -> !stat.ended())
          .map(stat -> new ProcessIdentity(pid, ProcStat.bootId() + ":" + stat.startTicks()));
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> handle.info().startInstant())
        .map(instant -> new ProcessIdentity(pid, instant.toString()));
  }

  /** Whether the process itself still runs, not another one with its id. */
  @JsonIgnore
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /**
   * Sends SIGKILL to the process and to the processes that it has started. Those could go on
   * without it for a while, with its files and memory. Returns whether all ended before the
   * timeout.
   */
  public boolean kill(Duration timeout) throws InterruptedException {
    List<ProcessIdentity> started = List.of();
    if (isAlive()) {
      // Looked up before: without their parent they are nobody's.
      started = descendants().flatMap(child -> of(child).stream()).toList();
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    Deadline deadline = Deadline.after(timeout);
    boolean ended = awaitEnd(timeout);
    for (ProcessIdentity child : started) {
      if (child.isAlive()) {
        ProcessHandle.of(child.pid).ifPresent(ProcessHandle::destroyForcibly);
      }
      ended &= child.awaitEnd(Duration.ofMillis(deadline.remainingMs()));
    }
    return ended;
  }

  private Stream<Long> descendants() {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .map(ProcessHandle::pid);
  }

  /** Sends SIGTERM; returns at once. */
  public void terminate() {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    }
  }

  /** Whether the process has ended before the timeout. */
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return Deadline.after(timeout).await(() -> !isAlive());
  }

  /** What a process has used; empty if it has ended, or the platform doesn't report it. */
  public static Optional<ProcessUse> useOf(long pid) {
    return of(pid).flatMap(ProcessIdentity::use);
  }

  /** What it has used; empty if it has ended, or the platform doesn't report it. */
  public Optional<ProcessUse> use() {
    return isAlive()
        ? consistent(this::family).map(use -> use.withWritten(writtenByFamily()))
        : Optional.empty();
  }

  private long writtenByFamily() {
    return Stream.concat(Stream.of(pid), descendants())
        .mapToLong(ProcStat::writtenBytes)
        .reduce((a, b) -> a < 0 || b < 0 ? -1 : a + b)
        .orElse(-1);
  }

  /** The process and its descendants as they are now, by their ids; one after the other is read. */
  private Map<Long, ProcStat> family() {
    Map<Long, ProcStat> family = new HashMap<>();
    Stream.concat(Stream.of(pid), descendants())
        .forEach(one -> ProcStat.read(one).ifPresent(stat -> family.put(one, stat)));
    return family;
  }

  /**
   * The sum over a process and its descendants. The time of a child that ends goes over to its
   * parent: if that happened while they were read, it would count twice or not at all. So all are
   * read again, until nobody has ended or taken over a child's time since the reading before. Where
   * children end all the time, each has used little, and the last reading is taken.
   */
  static Optional<ProcessUse> consistent(Supplier<Map<Long, ProcStat>> family) {
    Map<Long, ProcStat> before = family.get();
    Map<Long, ProcStat> now = family.get();
    for (int reading = 2; reading < READINGS_MAX && !sameChildren(before, now); reading++) {
      before = now;
      now = family.get();
    }
    return now.values().stream().map(ProcStat::use).reduce(ProcessUse::plus);
  }

  private static boolean sameChildren(Map<Long, ProcStat> before, Map<Long, ProcStat> now) {
    return before.keySet().equals(now.keySet())
        && before.entrySet().stream()
            .allMatch(
                one ->
                    one.getValue().childrenCpuTicks() == now.get(one.getKey()).childrenCpuTicks());
  }
}
