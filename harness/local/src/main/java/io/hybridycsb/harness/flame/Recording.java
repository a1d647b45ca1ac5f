package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A recording by JFR in another JVM. */
final class Recording {
  /** Stacks are cut there, by JFR itself. */
  static final int DEPTH_MAX = 128;

  static final int PERIOD_MS = 10;

  private static final String NAME = "hybrid-flame-" + ProcessHandle.current().pid();

  private final Jcmd jcmd;
  private final long pid;
  private final Path file;
  private boolean mayRun;

  /**
   * One that is to be started.
   *
   * @param directory of its file
   */
  Recording(Jcmd jcmd, long pid, Path directory) {
    this.jcmd = jcmd;
    this.pid = pid;
    this.file = directory.resolve(pid + ".jfr");
  }

  /**
   * Starts it.
   *
   * @param longest when it ends by itself, should nobody be left to stop it
   */
  void start(Duration longest) throws InterruptedException {
    mayRun = true;
    List<String> start =
        List.of(
            "JFR.start",
            "name=" + NAME,
            "filename=" + file,
            "duration=%ds".formatted(longest.toSeconds()),
            "settings=none",
            "+jdk.ExecutionSample#enabled=true",
            "+jdk.ExecutionSample#period=%dms".formatted(PERIOD_MS),
            // It is of no use but for the threads' names and numbers.
            "+jdk.ThreadCPULoad#enabled=true",
            "+jdk.ThreadCPULoad#period=everyChunk");
    String answer =
        jcmd.run(pid, List.of("JFR.configure stackdepth=" + DEPTH_MAX, String.join(" ", start)));
    if (!answer.contains("Started recording")) {
      throw new HarnessException(
          "process %d takes no recording%s; is it a JVM of this user, of version 17 or newer?"
              .formatted(pid, lastLine(answer)));
    }
  }

  /** Ends it; its file is complete then. */
  Path stop() throws InterruptedException {
    mayRun = false;
    String answer = jcmd.run(pid, List.of("JFR.stop name=" + NAME));
    if (!isWritten()) {
      throw new HarnessException(
          "the recording of process %d is lost%s; has it ended meanwhile? Then take fewer --seconds"
              .formatted(pid, lastLine(answer)));
    }
    return file;
  }

  /** JFR makes an empty file at the start. */
  private boolean isWritten() {
    try {
      return Files.isRegularFile(file) && Files.size(file) > 0;
    } catch (IOException e) {
      throw new HarnessException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Ends it if it may still run, because its file is no longer wanted. */
  void giveUp() throws InterruptedException {
    if (mayRun) {
      mayRun = false;
      jcmd.run(pid, List.of("JFR.stop name=" + NAME));
    }
  }

  private static String lastLine(String answer) {
    List<String> lines = answer.lines().filter(line -> !line.isBlank()).toList();
    return lines.size() < 2 ? "" : " (" + lines.get(lines.size() - 1).strip() + ")";
  }
}
