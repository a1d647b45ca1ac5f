package io.hybridycsb.harness.system;

import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One JVM for several servers of a plan. It runs the main class of each with the arguments that it
 * would have as a process, and keeps its directory, its log and its ports.
 *
 * @param servers processes that each run a main class in a JVM, and say by a line that they serve;
 *     none has commands before a restart, or ends with others
 */
public record SharedJvm(PlanContext context, List<ProcessSpec> servers) {
  /** The process' name. */
  public static final String NAME = "jvm";

  /** Its role, under which its use of the processor and of memory stands. */
  public static final String ROLE = "shared-jvm";

  private static final String MAIN = "io.hybridycsb.sharedjvm.SharedJvm";
  private static final String LOGGING = "-Dlogback.configurationFile=logback-shared-jvm.xml";

  public SharedJvm {
    servers = List.copyOf(servers);
    for (ProcessSpec server : servers) {
      if (!server.beforeRestart().isEmpty() || !server.endsWith().isEmpty()) {
        throw new IllegalArgumentException(
            server.name() + " has commands before a restart or ends with others: not in one JVM");
      }
    }
  }

  private Path file() {
    return context.directoryOf(NAME).resolve("parts.json");
  }

  /**
   * Puts it in the place of its servers in a plan.
   *
   * @param stage when it starts
   * @param jvm the JVM with its options, but for the class path
   * @param classPath of all servers, and of the class that starts them
   * @param address where clients find the first of them
   */
  public void replaceIn(
      PlanParts plan, int stage, List<String> jvm, String classPath, String address) {
    plan.processes().removeAll(servers);
    plan.processes().add(process(stage, jvm, classPath, address));
    plan.files().put(file(), parts());
  }

  private ProcessSpec process(int stage, List<String> jvm, String classPath, String address) {
    List<String> command = new ArrayList<>(jvm);
    command.addAll(List.of(LOGGING, "-cp", classPath, MAIN, file().toString()));
    return new ProcessSpec(
            NAME,
            ROLE,
            stage,
            command,
            environment(),
            context.directoryOf(NAME),
            address,
            servers.stream().flatMap(server -> server.ports().stream()).toList(),
            new Readiness.LogLine("all parts serve"))
        .withParts(
            servers.stream()
                .map(server -> new ProcessPart(server.name(), server.role(), server.dir()))
                .toList());
  }

  /**
   * What the servers have in theirs. What is a server's own directory is this process' directory.
   */
  private Map<String, String> environment() {
    String own = context.directoryOf(NAME).toString();
    Map<String, String> environment = new TreeMap<>();
    for (ProcessSpec server : servers) {
      server
          .environment()
          .forEach(
              (name, value) -> {
                String shared = value.equals(server.dir().toString()) ? own : value;
                String other = environment.putIfAbsent(name, shared);
                if (other != null && !other.equals(shared)) {
                  throw new IllegalArgumentException(
                      "%s is '%s' and '%s': one JVM has one value".formatted(name, other, shared));
                }
              });
    }
    return environment;
  }

  /** What the class that starts them reads. */
  private String parts() {
    return Json.text(servers.stream().map(Part::of).toList()) + "\n";
  }

  /** One of the servers, as the class that starts them reads it. */
  private record Part(
      String name,
      int stage,
      Program program,
      String log,
      String ready,
      List<Setup> before,
      List<Setup> after) {
    static Part of(ProcessSpec server) {
      return new Part(
          server.name(),
          server.stage(),
          Program.of(server.command()),
          server.log().path().toString(),
          ((Readiness.LogLine) server.readiness()).regex(),
          server.beforeFirstStart().stream().map(setup -> Setup.of(setup, server)).toList(),
          server.afterFirstStart().stream().map(setup -> Setup.of(setup, server)).toList());
    }
  }

  private record Setup(String name, Program program, String log, String done) {
    static Setup of(SetupCommand command, ProcessSpec server) {
      return new Setup(
          command.name(),
          Program.of(command.command()),
          command.log(server).path().toString(),
          command.marker(server).toString());
    }
  }

  /** What comes after the class path: the main class and its arguments, or the file with both. */
  private record Program(List<String> words) {
    static Program of(List<String> java) {
      return new Program(java.subList(java.indexOf("-cp") + 2, java.size()));
    }
  }
}
