package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process that was started once: its id and when it started, because the operating system gives
 * the id of a dead process to another one sooner or later, and that one must never be reported as
 * ours or killed.
 *
 * @param pid the process id
 * @param started when it started, in whatever form the platform tells it exactly; only compared
 */
public record ProcessIdentity(long pid, String started) {

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

  /** Whether that very process, not merely one with its id, still runs. */
  @JsonIgnore
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** Sends SIGKILL; answers whether the process was gone before the timeout. */
  public boolean kill(Duration timeout) throws InterruptedException {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    return awaitEnd(timeout);
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

  /**
   * CPU time and memory of the process so far, where the platform tells, with those of the
   * processes that it has started: a server may be many.
   */
  public Optional<ProcessUsage> usage() {
    if (!isAlive()) {
      return Optional.empty();
    }
    Stream<Long> descendants =
        ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).map(ProcessHandle::pid);
    return Stream.concat(Stream.of(pid), descendants)
        .flatMap(process -> ProcStat.read(process).stream())
        .map(ProcStat::usage)
        .reduce(ProcessUsage::plus);
  }
}
