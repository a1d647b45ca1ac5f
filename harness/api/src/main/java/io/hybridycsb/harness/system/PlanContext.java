package io.hybridycsb.harness.system;

import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The inputs of a plan.
 *
 * @param nodes the number of nodes
 * @param settings the system's options
 * @param directory the cluster's directory, absolute
 * @param home where the servers' jars lie
 * @param ports the cluster's ports
 * @param links the connections between nodes
 * @param progress takes a line for each step that takes a while
 */
public record PlanContext(
    int nodes,
    Settings settings,
    Path directory,
    Home home,
    Ports ports,
    Links links,
    Consumer<String> progress) {

  public Path directoryOf(String process) {
    return directory.resolve(process);
  }

  /** HOST:PORT at which a process, or another use of ports, listens. */
  public String address(String use) {
    return "127.0.0.1:" + ports.port(use);
  }

  /**
   * A process with its own directory that listens where {@link #address} of its name says.
   *
   * @param furtherPorts the other uses of ports on which it listens
   */
  public ProcessSpec process(
      String name,
      String role,
      int stage,
      List<String> command,
      Readiness readiness,
      String... furtherPorts) {
    return new ProcessSpec(
        name,
        role,
        stage,
        command,
        Map.of(),
        directoryOf(name),
        address(name),
        Stream.concat(Stream.of(name), Stream.of(furtherPorts)).map(ports::port).toList(),
        readiness);
  }

  /** The file with a process' password, which is made if it isn't there. */
  public Path passwordFile(String process) {
    Path file = passwords().resolve(process);
    Passwords.in(file);
    return file;
  }

  /** The same for one of several users that a process knows. */
  public Path passwordFile(String process, String user) {
    return passwordFile(process + "-" + user);
  }

  /** Whether that file is there. */
  public boolean hasPassword(String process, String user) {
    return Files.exists(passwords().resolve(process + "-" + user));
  }

  private Path passwords() {
    return directory.resolve("passwords");
  }

  /** A process' password, 32 hex digits; it stays the same until the cluster is removed. */
  public String password(String process) {
    return Passwords.in(passwordFile(process));
  }

  /** The same for one of several users that a process knows. */
  public String password(String process, String user) {
    return Passwords.in(passwordFile(process, user));
  }

  /** The file by which clients find the cluster. */
  public Path clientFile() {
    return directory.resolve("client.properties");
  }

  /** Where clients keep what they have verified, for those that come after them. */
  public Path stateFile() {
    return directory.resolve("verified-state");
  }
}
