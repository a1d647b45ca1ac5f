package io.hybridycsb.harness.conform;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.kafka.KafkaBrokers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Kills processes while a client commits, starts them again, and waits for commits after that. */
final class KillUnderLoad {
  private static final int COMMITS = 25;
  private static final long POLL_MS = 200;
  private static final Duration COMMITS_MAX = Duration.ofMinutes(2);

  /** How long commits are awaited while a node is dead: a system may wait for its return. */
  private static final Duration DEAD_MAX = Duration.ofSeconds(10);

  /** Roles of processes that aren't the system's own. */
  private static final Set<String> OF_OTHERS = Set.of(Network.ROLE, KafkaBrokers.ROLE);

  private final Step kill;
  private final Step restart;
  private final boolean othersLive;
  private final Path history;
  private String meanwhile = "";
  private boolean done;

  /** What happens to the processes. */
  interface Step {
    void run() throws InterruptedException;
  }

  /**
   * @param othersLive whether commits may go on meanwhile
   * @param history what the client records
   */
  KillUnderLoad(Step kill, Step restart, boolean othersLive, Path history) {
    this.kill = kill;
    this.restart = restart;
    this.othersLive = othersLive;
    this.history = history;
  }

  /**
   * The process that dies unless the user names one. It is the last that is a node or runs nodes.
   * Without nodes it is the last peer, and without peers the last but shared logs and proxies.
   */
  static List<String> usual(List<ProcessSpec> processes) {
    return last(processes, "node"::equals)
        .or(() -> last(processes, "peer"::equals))
        .or(() -> last(processes, role -> !OF_OTHERS.contains(role)))
        .stream()
        .toList();
  }

  private static Optional<String> last(List<ProcessSpec> processes, Predicate<String> role) {
    return processes.stream()
        .filter(process -> process.servers().stream().map(ProcessPart::role).anyMatch(role))
        .map(ProcessSpec::name)
        .reduce((one, other) -> other);
  }

  /** The most that it takes once there are commits, and without the start. */
  static Duration longest() {
    return DEAD_MAX.plus(COMMITS_MAX);
  }

  /** Does it once there are commits; returns whether it is done. To be called until it is. */
  boolean isDone() {
    try {
      if (hasCommits(0, Duration.ZERO)) {
        killAndRestart();
        done = true;
      }
      return done;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }

  private void killAndRestart() throws InterruptedException {
    kill.run();
    if (othersLive) {
      meanwhile =
          hasCommits(System.nanoTime(), DEAD_MAX)
              ? COMMITS + " commits meanwhile"
              : "fewer than %d commits in %d s meanwhile".formatted(COMMITS, DEAD_MAX.toSeconds());
    }
    restart.run();
    if (!hasCommits(System.nanoTime(), COMMITS_MAX)) {
      throw new CorrectnessException(
          "after its return there are no commits within %d s".formatted(COMMITS_MAX.toSeconds()));
    }
  }

  /**
   * What was found meanwhile.
   *
   * @throws HarnessException if the client has ended before it was done
   */
  String found() {
    if (!done) {
      throw new HarnessException("YCSB ended before the process was killed and started again");
    }
    return meanwhile;
  }

  private boolean hasCommits(long sinceNs, Duration timeout) throws InterruptedException {
    Deadline deadline = Deadline.after(timeout);
    while (commitsSince(sinceNs) < COMMITS) {
      if (deadline.passed()) {
        return false;
      }
      Thread.sleep(Math.min(POLL_MS, deadline.remainingMs()));
    }
    return true;
  }

  private long commitsSince(long sinceNs) {
    // A client makes the file a while before it writes the first line.
    return history.toFile().length() == 0
        ? 0
        : HistoryFile.read(history).calls().stream()
            .filter(call -> call.isCommitted() && call.invokedNs() > sinceNs)
            .count();
  }
}
