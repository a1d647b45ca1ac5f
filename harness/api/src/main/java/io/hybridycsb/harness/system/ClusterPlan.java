package io.hybridycsb.harness.system;

import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.process.ProcessSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A plan of a cluster's start.
 *
 * @param processes its processes
 * @param files files to write before they start, with their contents
 * @param clientProperties properties by which the YCSB binding finds the cluster
 * @param commands the commands for users (get, put, delete, verify, audit, ...) by name: program
 *     and first arguments, followed by the user's
 * @param versions the versions of the system's programs, by name
 * @param network what lies between its nodes
 */
public record ClusterPlan(
    List<ProcessSpec> processes,
    Map<Path, String> files,
    Map<String, String> clientProperties,
    Map<String, List<String>> commands,
    Map<String, String> versions,
    Network network) {
  /**
   * The command, if a system has it, that ends when each node commits. It is started when all
   * processes serve, with {@code --timeout MS}; its output is for people.
   */
  public static final String AWAIT_COMMITS = "await-commits";

  /** A cluster with nothing between its nodes. */
  public ClusterPlan(
      List<ProcessSpec> processes,
      Map<Path, String> files,
      Map<String, String> clientProperties,
      Map<String, List<String>> commands,
      Map<String, String> versions) {
    this(processes, files, clientProperties, commands, versions, Network.NONE);
  }

  public ClusterPlan {
    processes = List.copyOf(processes);
    files = Map.copyOf(files);
    clientProperties = Map.copyOf(clientProperties);
    commands = Map.copyOf(commands);
    versions = Map.copyOf(versions);
  }
}
