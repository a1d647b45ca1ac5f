package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cluster's {@code state.json}: enough to show, restart and stop it without knowing its system.
 *
 * @param system the system's name
 * @param nodes the number of nodes
 * @param settings the options that the user set
 * @param ports ports by use
 * @param processes all processes
 * @param commands the commands for users, by name
 * @param versions the versions of the system's programs, by name
 * @param network what lies between the nodes
 * @param started the processes that are meant to run, by name; one that doesn't run is dead
 */
public record ClusterState(
    String system,
    int nodes,
    Map<String, String> settings,
    Map<String, Integer> ports,
    List<ProcessSpec> processes,
    Map<String, List<String>> commands,
    Map<String, String> versions,
    Network network,
    Map<String, ProcessIdentity> started) {

  public ClusterState {
    settings = Map.copyOf(settings);
    ports = Map.copyOf(ports);
    processes = List.copyOf(processes);
    commands = Map.copyOf(commands);
    versions = Map.copyOf(versions);
    // Absent in the state of an older release.
    network = network == null ? Network.NONE : network;
    started = Map.copyOf(started);
  }

  ClusterState withStarted(String name, ProcessIdentity identity) {
    Map<String, ProcessIdentity> changed = new TreeMap<>(started);
    changed.put(name, identity);
    return withStarted(changed);
  }

  ClusterState withStopped(String name) {
    Map<String, ProcessIdentity> changed = new TreeMap<>(started);
    changed.remove(name);
    return withStarted(changed);
  }

  ClusterState withNetwork(Network changed) {
    return new ClusterState(
        system, nodes, settings, ports, processes, commands, versions, changed, started);
  }

  private ClusterState withStarted(Map<String, ProcessIdentity> changed) {
    return new ClusterState(
        system, nodes, settings, ports, processes, commands, versions, network, changed);
  }
}
