package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.flame.FlameGraphs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "flame",
    description = {
      // The list of commands shows only the first line.
      "Draw flame graphs of a running cluster's JVMs: where their CPU time goes.",
      "One page for each role, all its JVMs together: nodes.html, broker.html, oracle.html and so"
          + " on. async-profiler takes the stacks of all threads, compilers and collectors among"
          + " them, at each 10 ms of CPU time."
    })
public final class FlameCommand extends PrintingCommand {
  private static final int SECONDS_MAX = 600;

  /** How the pages of roles are called, where it isn't as the role. */
  private static final Map<String, String> PAGES =
      Map.of(
          "node", "nodes",
          "peer", "peers",
          "orderer", "orderers",
          "shared-log", "broker",
          "timestamp-oracle", "oracle");

  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..1",
      description = "The system; can be left out if there is one cluster only.")
  private String system;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "How long it looks, at most 600 (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "flame",
      description = "Where the pages go (${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      split = ",",
      description =
          "Of these JVMs instead, on one page: YCSB clients, for instance. Several with commas.")
  private List<Long> pids = List.of();

  @Option(
      names = "--role",
      paramLabel = "NAME",
      description = "What the JVMs of --pid are, which names their page (jvms).")
  private String role;

  @Override
  public Integer call() throws Exception {
    if (seconds < 1 || seconds > SECONDS_MAX) {
      throw wrongUsage("--seconds is from 1 to " + SECONDS_MAX);
    }
    if (!pids.isEmpty() && system != null) {
      throw wrongUsage("name either a SYSTEM, or processes by --pid");
    }
    if (role != null && pids.isEmpty()) {
      throw wrongUsage("--role names processes that --pid gives");
    }
    if (role != null && !role.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
      throw wrongUsage("--role is at most 64 letters, digits, - and _");
    }
    SortedMap<String, List<Long>> roles = pids.isEmpty() ? ofCluster() : ofProcesses();
    FlameGraphs graphs = new FlameGraphs(Duration.ofSeconds(seconds), out, this::say);
    return Interruptible.run(
        () -> {
          graphs.take(roles).forEach(this::say);
          return 0;
        });
  }

  private SortedMap<String, List<Long>> ofProcesses() {
    List<Long> jvms = new ArrayList<>();
    for (long pid : pids) {
      List<Long> found = FlameGraphs.jvmsOf(pid);
      if (found.isEmpty()) {
        throw new HarnessException(
            "process %d is no running JVM of this user; 'jps -l' lists them".formatted(pid));
      }
      jvms.addAll(found);
    }
    return new TreeMap<>(Map.of(role == null ? "jvms" : role, jvms.stream().distinct().toList()));
  }

  private SortedMap<String, List<Long>> ofCluster() {
    List<ProcessStatus> running = new ArrayList<>();
    for (ClusterDirectory cluster : Clusters.select(system)) {
      Clusters.of(cluster, line -> {}).status().stream()
          .filter(process -> process.pid() != null)
          .forEach(running::add);
    }
    List<String> systems = running.stream().map(ProcessStatus::system).distinct().toList();
    if (systems.size() > 1) {
      throw wrongUsage("name one of the running clusters: " + String.join(", ", systems));
    }
    SortedMap<String, List<Long>> roles = new TreeMap<>();
    List<String> others = new ArrayList<>();
    for (ProcessStatus process : running) {
      List<Long> jvms = FlameGraphs.jvmsOf(process.pid());
      if (jvms.isEmpty()) {
        others.add(process.name());
      } else {
        String page = PAGES.getOrDefault(process.role(), process.role());
        roles.computeIfAbsent(page, any -> new ArrayList<>()).addAll(jvms);
      }
    }
    if (roles.isEmpty()) {
      throw new HarnessException(
          "no JVM of a cluster in %s runs; see 'hybrid status', or start one with 'hybrid up'"
              .formatted(ClusterDirectory.root()));
    }
    if (!others.isEmpty()) {
      say("not profiled, since they are no JVMs: " + String.join(", ", others));
    }
    return roles;
  }
}
