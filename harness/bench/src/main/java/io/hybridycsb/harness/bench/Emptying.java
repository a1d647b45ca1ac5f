package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The command by which others' clusters are emptied of records.
 *
 * @param log the file for what it prints
 */
record Emptying(List<String> command, LogFile log) {

  /**
   * Runs it.
   *
   * @throws HarnessException unless it ends with status 0 in time
   */
  void run(Duration timeout) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessLauncher.NO_INPUT)
              .redirectErrorStream(true)
              .redirectOutput(log.path().toFile())
              .start();
      try {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new HarnessException(
              "emptying the cluster has not ended after %d s; see %s"
                  .formatted(timeout.toSeconds(), log.path()));
        }
      } finally {
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw new HarnessException(
            "emptying the cluster ended with status %d: %s"
                .formatted(process.exitValue(), String.join(" ", log.lastLines(1, 0))));
      }
    } catch (IOException e) {
      throw new HarnessException("cannot run %s: %s".formatted(command.get(0), e.getMessage()), e);
    }
  }
}
