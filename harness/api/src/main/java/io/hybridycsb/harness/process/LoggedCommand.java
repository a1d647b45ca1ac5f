package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A command that is run to its end, without input but a file's, and whose output goes to a log.
 *
 * @param name for messages
 * @param builder the command with its directory and its environment. If it sends its output to a
 *     file, only errors go to the log.
 * @param log takes its output, after what is there
 */
public record LoggedCommand(String name, ProcessBuilder builder, LogFile log) {
  private static final long TELL_EACH_S = 15;
  private static final int END_TIMEOUT_S = 10;

  /**
   * Runs it.
   *
   * @param meanwhile called again and again while it runs
   * @return its exit status; empty if it didn't end in time, and was killed
   * @throws HarnessException if it can't be started
   */
  public OptionalInt run(Deadline deadline, Runnable meanwhile) throws InterruptedException {
    ProcessBuilder.Redirect toLog = ProcessBuilder.Redirect.appendTo(log.path().toFile());
    if (builder.redirectInput().file() == null) {
      builder.redirectInput(ProcessLauncher.NO_INPUT);
    }
    if (builder.redirectOutput().file() == null) {
      builder.redirectErrorStream(true).redirectOutput(toLog);
    } else {
      builder.redirectError(toLog);
    }
    Process process = Attempt.get("run " + name, builder::start);
    try {
      boolean ended =
          deadline.await(
              () -> {
                meanwhile.run();
                return !process.isAlive();
              });
      return ended ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    } finally {
      end(process.toHandle());
    }
  }

  /** Kills it with its children, and waits for their end: nobody writes to its files any more. */
  private static void end(ProcessHandle process) {
    List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process)).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(
        each -> each.onExit().completeOnTimeout(each, END_TIMEOUT_S, TimeUnit.SECONDS).join());
  }

  /** The same, with a line every fifteen seconds: {@code still building, after 15 s}. */
  public OptionalInt run(Deadline deadline, String doing, Consumer<String> progress)
      throws InterruptedException {
    long begun = System.nanoTime();
    long[] told = {0};
    return run(
        deadline,
        () -> {
          long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
          if (seconds >= told[0] + TELL_EACH_S) {
            told[0] = seconds;
            progress.accept("  still %s, after %d s".formatted(doing, seconds));
          }
        });
  }

  /**
   * Runs it.
   *
   * @return its exit status
   * @throws HarnessException if it doesn't end in time
   */
  public int statusWithin(Duration timeout) throws InterruptedException {
    return run(Deadline.after(timeout), () -> {})
        .orElseThrow(
            () ->
                new HarnessException(
                    "%s has not ended after %d s; see %s"
                        .formatted(name, timeout.toSeconds(), log.path())));
  }

  /**
   * Runs it.
   *
   * @throws HarnessException with the end of its output, if it fails or doesn't end in time
   */
  public void succeed(Deadline deadline) throws InterruptedException {
    long logStart = log.size();
    OptionalInt status = run(deadline, () -> {});
    if (status.isEmpty()) {
      throw log.failure(name + " did not end in time", logStart);
    }
    if (status.getAsInt() != 0) {
      throw log.failure(name + " exited with status " + status.getAsInt(), logStart);
    }
  }
}
