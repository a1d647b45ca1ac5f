package io.hybridycsb.harness.audit;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the {@code audit} of a running cluster's system. */
public final class ClusterAudit {
  private static final int LINES_KEPT = 15;

  private ClusterAudit() {}

  /**
   * Audits.
   *
   * @param log the file for all that it says
   * @return empty if the system has nothing to audit
   * @throws HarnessException if it has not ended in time
   */
  public static Optional<AuditResult> of(ClusterState cluster, LogFile log, Duration timeout)
      throws InterruptedException {
    List<String> command = cluster.commands().get("audit");
    return command == null ? Optional.empty() : Optional.of(run(command, log, timeout));
  }

  private static AuditResult run(List<String> command, LogFile log, Duration timeout)
      throws InterruptedException {
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
              "the audit has not ended after %d s; see %s"
                  .formatted(timeout.toSeconds(), log.path()));
        }
      } finally {
        process.destroyForcibly();
      }
      return new AuditResult(process.exitValue() == 0, log.lastLines(LINES_KEPT, 0));
    } catch (IOException e) {
      throw new HarnessException("cannot run the audit: " + e.getMessage(), e);
    }
  }
}
