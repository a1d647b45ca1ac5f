package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cluster's run directory tells of its processes. */
public record ClusterFacts(ClusterDirectory directory) {
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(60);
  private static final int LOG_LINES_SHOWN = 20;

  /** Whether there is a cluster. */
  boolean exists() {
    return directory.load().isPresent();
  }

  ClusterState state() {
    return directory.load().orElseThrow();
  }

  public ProcessSpec process(String name) {
    return state().processes().stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  List<String> processes() {
    return state().processes().stream().map(ProcessSpec::name).toList();
  }

  /** Whether the process that was started last under this name is there. */
  boolean isRunning(String name) {
    return Optional.ofNullable(state().started().get(name))
        .filter(ProcessIdentity::isAlive)
        .isPresent();
  }

  /** The ids of all processes that run, and of those that these have started. */
  List<Long> pids() {
    return state().started().values().stream()
        .filter(ProcessIdentity::isAlive)
        .flatMap(process -> ProcessHandle.of(process.pid()).stream())
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** The ends of all processes' logs. */
  String logs() {
    StringBuilder logs = new StringBuilder();
    for (ProcessSpec process : state().processes()) {
      logs.append(
          "%n---- %s (%s)"
              .formatted(process.name(), isRunning(process.name()) ? "running" : "dead"));
      process.log().lastLines(LOG_LINES_SHOWN, 0).forEach(line -> logs.append("\n  ").append(line));
      for (ProcessPart part : process.parts()) {
        logs.append("%n---- %s, in %s".formatted(part.name(), process.name()));
        part.log().lastLines(LOG_LINES_SHOWN, 0).forEach(line -> logs.append("\n  ").append(line));
      }
    }
    return logs.toString();
  }

  /** Ends all processes that run, if there is a cluster. */
  void killAll() {
    try {
      for (ProcessIdentity process :
          directory.load().map(state -> state.started().values()).orElse(List.of())) {
        process.kill(KILL_TIMEOUT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks at what the processes have used, if there is a cluster. */
  void lookAtCpu() {
    directory.load().ifPresent(state -> ServersCpu.look(state.started().values()));
  }
}
