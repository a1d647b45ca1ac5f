package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

  /** The process of this name; if there is none, fails and names all processes. */
  ProcessSpec process(String name) {
    return processes.stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow(() -> noProcess(name));
  }

  private HarnessException noProcess(String name) {
    for (ProcessSpec process : processes) {
      List<String> parts = partsOf(process);
      if (parts.contains(name)) {
        return new HarnessException(
            "%s has no process of its own: name %s, which runs %s"
                .formatted(name, process.name(), String.join(", ", parts)));
      }
    }
    return new HarnessException(
        "%s has no process '%s'; there are: %s"
            .formatted(
                system,
                name,
                processes.stream().map(ProcessSpec::name).collect(Collectors.joining(", "))));
  }

  private static List<String> partsOf(ProcessSpec process) {
    return process.parts().stream().map(ProcessPart::name).toList();
  }

  /** All logs, by the names of those who write them, in the order of the plan. */
  Map<String, LogFile> logs() {
    Map<String, LogFile> logs = new LinkedHashMap<>();
    for (ProcessSpec process : processes) {
      logs.put(process.name(), process.log());
      process.parts().forEach(part -> logs.put(part.name(), part.log()));
    }
    return logs;
  }

  /** Whether a process runs. */
  ProcessStatus.State stateOf(String name) {
    ProcessIdentity identity = started.get(name);
    if (identity == null) {
      return ProcessStatus.State.STOPPED;
    }
    return identity.isAlive() ? ProcessStatus.State.RUNNING : ProcessStatus.State.DEAD;
  }

  /** All processes, in the order of the plan. */
  List<ProcessStatus> status() {
    return processes.stream().map(this::status).toList();
  }

  private ProcessStatus status(ProcessSpec spec) {
    ProcessStatus.State now = stateOf(spec.name());
    Optional<ProcessIdentity> running =
        Optional.ofNullable(started.get(spec.name()))
            .filter(identity -> now == ProcessStatus.State.RUNNING);
    return new ProcessStatus(
        system,
        spec.name(),
        spec.role(),
        running.map(ProcessIdentity::pid).orElse(null),
        spec.address(),
        spec.dir().toString(),
        partsOf(spec),
        now,
        running.flatMap(ProcessIdentity::use).orElse(null));
  }
}
