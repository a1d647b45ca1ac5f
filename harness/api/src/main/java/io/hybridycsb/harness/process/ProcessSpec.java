package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One process of a system, with all that is needed to start it again at any time.
 *
 * @param name its name for users: {@code node1}, {@code redis1}, {@code kafka1}, {@code tso}
 * @param role what it does: {@code node}, {@code state-store}, {@code shared-log}, ...
 * @param stage processes of a lower stage serve before those of a higher one start; they stop in
 *     reverse
 * @param command program and arguments
 * @param environment added to the environment of the hybrid command
 * @param dir its directory with configuration, data and log; also its working directory
 * @param address HOST:PORT that its clients use
 * @param ports every port that it listens on
 * @param readiness how to see that it serves
 * @param beforeFirstStart commands that must have succeeded once before it starts
 * @param afterFirstStart commands that must succeed once while all of its stage serve
 * @param beforeRestart commands that must succeed before each start but the first
 * @param endsWith processes that it ends with
 * @param parts the servers in it, if it runs several
 */
public record ProcessSpec(
    String name,
    String role,
    int stage,
    List<String> command,
    Map<String, String> environment,
    Path dir,
    String address,
    List<Integer> ports,
    Readiness readiness,
    List<SetupCommand> beforeFirstStart,
    List<SetupCommand> afterFirstStart,
    List<SetupCommand> beforeRestart,
    List<NeededProcess> endsWith,
    List<ProcessPart> parts) {

  public ProcessSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    ports = List.copyOf(ports);
    beforeFirstStart = List.copyOf(beforeFirstStart);
    afterFirstStart = List.copyOf(afterFirstStart);
    // These are absent in the state of an older release.
    beforeRestart = beforeRestart == null ? List.of() : List.copyOf(beforeRestart);
    endsWith = endsWith == null ? List.of() : List.copyOf(endsWith);
    parts = parts == null ? List.of() : List.copyOf(parts);
  }

  /** A process that needs no commands, and ends with no other. */
  public ProcessSpec(
      String name,
      String role,
      int stage,
      List<String> command,
      Map<String, String> environment,
      Path dir,
      String address,
      List<Integer> ports,
      Readiness readiness) {
    this(
        name,
        role,
        stage,
        command,
        environment,
        dir,
        address,
        ports,
        readiness,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** The same process with other additions to the environment. */
  public ProcessSpec withEnvironment(Map<String, String> additions) {
    return copy(additions, beforeFirstStart, afterFirstStart, beforeRestart, endsWith, parts);
  }

  /** The same process with commands to run once. */
  public ProcessSpec withSetup(List<SetupCommand> before, List<SetupCommand> after) {
    return copy(environment, before, after, beforeRestart, endsWith, parts);
  }

  /** The same process with commands to run before each start but the first. */
  public ProcessSpec withBeforeRestart(List<SetupCommand> before) {
    return copy(environment, beforeFirstStart, afterFirstStart, before, endsWith, parts);
  }

  /** The same process, ending with others. */
  public ProcessSpec endingWith(List<NeededProcess> partners) {
    return copy(environment, beforeFirstStart, afterFirstStart, beforeRestart, partners, parts);
  }

  /** The same process, made of several servers. */
  public ProcessSpec withParts(List<ProcessPart> several) {
    return copy(environment, beforeFirstStart, afterFirstStart, beforeRestart, endsWith, several);
  }

  private ProcessSpec copy(
      Map<String, String> additions,
      List<SetupCommand> beforeFirst,
      List<SetupCommand> afterFirst,
      List<SetupCommand> beforeOthers,
      List<NeededProcess> partners,
      List<ProcessPart> several) {
    return new ProcessSpec(
        name,
        role,
        stage,
        command,
        additions,
        dir,
        address,
        ports,
        readiness,
        beforeFirst,
        afterFirst,
        beforeOthers,
        partners,
        several);
  }

  /** Whether it ends when the process of this name does. */
  public boolean endsWith(String other) {
    return endsWith.stream().anyMatch(partner -> partner.name().equals(other));
  }

  /** All servers in it, each with a directory and a log: its parts, or else the process itself. */
  public List<ProcessPart> servers() {
    return parts.isEmpty() ? List.of(new ProcessPart(name, role, dir)) : parts;
  }

  /** Where its output goes. */
  @JsonIgnore
  public LogFile log() {
    return new LogFile(dir.resolve(name + ".log"));
  }
}
