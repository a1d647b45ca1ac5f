package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Clients;
import java.util.List;

/** Why a step of an experiment failed. A failure ends its run, but not the runs after it. */
final class Failure {
  private Failure() {}

  /** A step that may fail. */
  interface Step {
    void run() throws InterruptedException;
  }

  /**
   * Executes the step; returns why it failed, in one line, or an empty text if it succeeded.
   *
   * @throws InterruptedException on Ctrl-C, also if a client has noticed it first
   */
  static String of(Step step) throws InterruptedException {
    try {
      step.run();
      return "";
    } catch (Clients.Failed e) {
      if (e.interrupted()) {
        throw new InterruptedException();
      }
      return oneLine(e);
    } catch (RuntimeException e) {
      return oneLine(e);
    }
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
