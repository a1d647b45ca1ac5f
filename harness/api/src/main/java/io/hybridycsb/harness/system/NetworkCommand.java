package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A system's own command that makes its cluster's keys and files, and keeps those that exist. */
public final class NetworkCommand {
  private static final long TIMEOUT_S = 60;

  private NetworkCommand() {}

  /**
   * Runs it.
   *
   * @throws HarnessException if it fails; the message has what it said
   */
  public static void run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new HarnessException("the cluster's keys were not made in time");
      }
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() != 0) {
        throw new HarnessException("cannot make the cluster's keys: " + said);
      }
    } catch (IOException e) {
      throw new HarnessException("cannot make the cluster's keys: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted while the cluster's keys were made", e);
    }
  }
}
