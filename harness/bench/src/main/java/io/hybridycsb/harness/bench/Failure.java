package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import java.util.List;

/**
 * Why a step of an experiment failed. A failure ends its run, but not the runs after it.
 *
 * @param reason in one line; empty if the step succeeded
 * @param ofCorrectness whether the system did or answered something wrong, or nobody can tell
 */
record Failure(String reason, boolean ofCorrectness) {
  static final Failure NONE = new Failure("", false);

  /** One that says nothing about the system's correctness. */
  static Failure because(String reason) {
    return new Failure(reason, false);
  }

  /** A step that may fail. */
  interface Step {
    void run() throws InterruptedException;
  }

  /**
   * Executes the step; returns why it failed, or {@link #NONE}.
   *
   * @throws InterruptedException on Ctrl-C, also if a client has noticed it first
   */
  static Failure of(Step step) throws InterruptedException {
    try {
      step.run();
      return NONE;
    } catch (Clients.Failed e) {
      if (e.interrupted()) {
        throw new InterruptedException();
      }
      return new Failure(oneLine(e), e.foundErrors());
    } catch (RuntimeException e) {
      return new Failure(oneLine(e), e instanceof CorrectnessException);
    }
  }

  boolean isNone() {
    return reason.isEmpty();
  }

  /** The message's first line, and where others follow, the last of them. */
  private static String oneLine(RuntimeException e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    List<String> lines =
        message.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    if (lines.isEmpty()) {
      return e.getClass().getSimpleName();
    }
    return lines.size() == 1 ? lines.get(0) : lines.get(0) + " " + lines.get(lines.size() - 1);
  }
}
