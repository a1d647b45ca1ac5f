package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.system.ClusterPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Waits until a cluster whose processes serve commits, if its system has a command for that. */
final class FirstCommits {
  /** Also if the start of the processes took all of its time, as on a busy machine. */
  private static final long TIMEOUT_MS_MIN = 30_000;

  /** For the command to say what it waited for. */
  private static final long LAST_WORDS_MS = 10_000;

  private final LogFile log;
  private final Progress progress;
  private final long logStart;
  private int told;

  private FirstCommits(Path directory, Progress progress) {
    log = new LogFile(directory.resolve(ClusterPlan.AWAIT_COMMITS + ".log"));
    logStart = log.size();
    this.progress = progress;
  }

  /**
   * Waits.
   *
   * @param directory the cluster's, which gets the command's log
   * @param start until when all of the start should be over
   * @throws HarnessException if it has not committed in time
   */
  static void await(ClusterState cluster, Path directory, Deadline start, Progress progress)
      throws InterruptedException {
    List<String> command = cluster.commands().get(ClusterPlan.AWAIT_COMMITS);
    if (command != null) {
      progress.say("waiting until each node commits");
      new FirstCommits(directory, progress)
          .run(command, Math.max(TIMEOUT_MS_MIN, start.remainingMs()));
    }
  }

  private void run(List<String> command, long timeoutMs) throws InterruptedException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("--timeout", Long.toString(timeoutMs)));
    Deadline deadline = Deadline.after(Duration.ofMillis(timeoutMs + LAST_WORDS_MS));
    OptionalInt status =
        new LoggedCommand(ClusterPlan.AWAIT_COMMITS, new ProcessBuilder(whole), log)
            .run(deadline, this::tell);
    tell();
    if (status.isEmpty() || status.getAsInt() != 0) {
      throw new HarnessException(
          "all processes serve, but not every node has committed in time: %s; see %s"
              .formatted(String.join(" ", log.lastLines(1, logStart)), log.path()));
    }
  }

  /** Passes on the lines that are whole. */
  private void tell() {
    String text = log.textFrom(logStart);
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    lines
        .subList(Math.min(told, lines.size()), lines.size())
        .forEach(line -> progress.say("  " + line));
    told = lines.size();
  }
}
