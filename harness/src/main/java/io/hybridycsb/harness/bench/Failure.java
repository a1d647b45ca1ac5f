package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Clients;
import java.util.List;

/** Why a step of an experiment failed: that ends a run, but never the runs after it. */
final class Failure {
  private Failure() {}

  /** Something that may fail. */
  interface Step {
    void run() throws InterruptedException;
  }

  /**
   * Does it; answers why it failed, in a line, or with nothing if it didn't.
   *
   * @throws InterruptedException if it was stopped by Ctrl-C, which a client may notice first
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
