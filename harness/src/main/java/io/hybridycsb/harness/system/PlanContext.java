package io.hybridycsb.harness.system;

import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a plan is made from.
 *
 * @param nodes the number of nodes
 * @param settings the system's options
 * @param directory the cluster's directory, absolute
 * @param home where the servers' jars lie
 * @param ports the cluster's ports
 * @param links the connections between nodes
 * @param progress told, line by line, what takes a while
 */
public record PlanContext(
    int nodes,
    Settings settings,
    Path directory,
    Home home,
    Ports ports,
    Links links,
    Consumer<String> progress) {

  /** The directory of a process. */
  public Path directoryOf(String process) {
    return directory.resolve(process);
  }

  /** HOST:PORT at which a process, or another use of ports, listens. */
  public String address(String use) {
    return "127.0.0.1:" + ports.port(use);
  }

  /** What clients find the cluster by. */
  public Path clientFile() {
    return directory.resolve("client.properties");
  }
}
