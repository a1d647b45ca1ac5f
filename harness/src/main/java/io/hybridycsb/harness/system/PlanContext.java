package io.hybridycsb.harness.system;

import io.hybridycsb.harness.process.Ports;
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

  /** One whose connections between nodes are as the settings say. */
  public PlanContext(
      int nodes,
      Settings settings,
      Path directory,
      Home home,
      Ports ports,
      Consumer<String> progress) {
    this(nodes, settings, directory, home, ports, new Links(settings, ports), progress);
  }

  /** The directory of a process. */
  public Path directoryOf(String process) {
    return directory.resolve(process);
  }
}
