package io.hybridycsb.harness.prepare;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Programs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command that is to succeed.
 *
 * @param name for messages
 * @param environment further variables
 * @param log takes its output
 */
record Execution(String name, List<String> command, Map<String, String> environment, LogFile log) {
  /**
   * Runs it to its end.
   *
   * @throws HarnessException with the end of the log if it fails or takes too long
   */
  void succeed(Duration timeout) throws InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessLauncher.NO_INPUT)
            .redirectErrorStream(true)
            .redirectOutput(log.path().toFile())
            // Where a JVM that crashes leaves its report.
            .directory(log.path().getParent().toFile());
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      try {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
          throw Programs.failure(
              "%s has not ended after %d s".formatted(name, timeout.toSeconds()), log);
        }
      } finally {
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw Programs.failure(
            "%s exited with status %d".formatted(name, process.exitValue()), log);
      }
    } catch (IOException e) {
      throw new HarnessException("cannot run %s: %s".formatted(name, e.getMessage()), e);
    }
  }
}
