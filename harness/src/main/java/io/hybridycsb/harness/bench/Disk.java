package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.process.ProcessLauncher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What directories take on disk. */
final class Disk {
  private static final long TIMEOUT_SECONDS = 60;

  private Disk() {}

  /**
   * The bytes that are allocated to a directory and all below it, as du(1) counts them: of a file
   * with holes only what is written. 0 if nobody can tell.
   */
  static long bytesIn(Path directory) throws InterruptedException {
    try {
      Process du =
          new ProcessBuilder("du", "-sk", directory.toString())
              .redirectInput(ProcessLauncher.NO_INPUT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        String said = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        // A file that vanishes meanwhile makes it fail, but the sum is told all the same.
        return du.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && said.matches("(?s)[0-9]+\\s.*")
            ? Long.parseLong(said.split("\\s", 2)[0]) * 1024
            : 0;
      } finally {
        du.destroyForcibly();
      }
    } catch (IOException e) {
      return 0;
    }
  }
}
