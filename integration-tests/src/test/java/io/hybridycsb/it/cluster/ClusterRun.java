package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.Passwords;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cluster's run directory tells of its processes: their ports and passwords, and whether
 * they run.
 */
abstract class ClusterRun {
  final String system;
  Path root;

  ClusterRun(String system) {
    this.system = system;
  }

  public String system() {
    return system;
  }

  /** The system's run directory. */
  public Path runDirectory() {
    return root.resolve(system);
  }

  /** The password of a process. */
  public String password(String process) {
    return Passwords.in(runDirectory().resolve("passwords").resolve(process));
  }

  final ClusterFacts facts() {
    return new ClusterFacts(ClusterDirectory.of(root, system));
  }

  /** How a process is started, where it listens, where it writes. */
  public ProcessSpec process(String name) {
    return facts().process(name);
  }

  /** A port by its use, such as {@code node1-metrics}. */
  public int port(String use) {
    return facts().state().ports().get(use);
  }

  /** What ports are for, by port. */
  public Map<Integer, String> usesOfPorts() {
    Map<Integer, String> uses = new TreeMap<>();
    facts().state().ports().forEach((use, port) -> uses.put(port, use));
    return uses;
  }

  /** The ids of its processes and of those that these have started. */
  public List<Long> pids() {
    return facts().pids();
  }

  public List<String> processes() {
    return facts().processes();
  }

  /** Whether the process that was started last under this name is there. */
  public boolean isRunning(String name) {
    return facts().isRunning(name);
  }

  /** Properties with which a YCSB of any kind finds this cluster. */
  public Path ycsbProperties() {
    return runDirectory().resolve("ycsb.properties");
  }
}
