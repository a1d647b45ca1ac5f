package io.hybridycsb.harness.system.network;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.network.Link;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.network.RttMatrix;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plans a cluster, with the proxies between its nodes if the user wants them. */
public final class NetworkPlan {
  private static final String NAME = "toxiproxy";

  /** Before all others, because Toxiproxy carries their connections. */
  private static final int STAGE = -1;

  private NetworkPlan() {}

  /**
   * A system's plan, with the proxies between its nodes.
   *
   * @throws UsageException if proxies are wanted, but the system doesn't support them
   */
  public static ClusterPlan of(SystemDescription system, PlanContext context) {
    if (!context.links().areWanted()) {
      return system.plan(context);
    }
    system
        .whyNoNetwork()
        .ifPresent(
            why -> {
              throw new UsageException(
                  "%s takes no network.* options: %s".formatted(system.name(), why));
            });
    ClusterPlan plan = system.plan(context);
    if (context.links().all().isEmpty() && context.nodes() > 1) {
      throw new UsageException(
          "%s takes no network.* options: nothing is known of what its nodes connect to"
              .formatted(system.name()));
    }
    RttMatrix regions =
        regions(system.name(), NetworkOptions.regions(context.settings()), context.links().all());
    GoProgram programs = GoProgram.ofThisMachine(NetworkOptions.PROGRAM, context.progress());
    Path program = programs.find(context.settings().get(NetworkOptions.PROGRAM.option()));
    List<ProcessSpec> processes = new ArrayList<>(plan.processes());
    processes.add(process(context, program));
    Map<String, String> versions = new HashMap<>(plan.versions());
    versions.put("Toxiproxy", programs.versionOf(program));
    return new ClusterPlan(
        processes,
        plan.files(),
        plan.clientProperties(),
        plan.commands(),
        versions,
        new Network(
            context.ports().port(NAME),
            NetworkOptions.rttMs(context.settings()),
            NetworkOptions.rateMbit(context.settings()),
            context.links().all(),
            Set.of(),
            regions));
  }

  /**
   * The regions, unless the links say that they can't be told.
   *
   * @throws UsageException if the system's nodes have one address for all others, so that nobody
   *     knows who connects from where
   */
  static RttMatrix regions(String system, RttMatrix regions, List<Link> links) {
    if (!regions.isEmpty() && links.stream().anyMatch(Link::isShared)) {
      throw new UsageException(
          "%s takes no %s: all nodes reach a node through one proxy; network.rtt.ms will do"
              .formatted(system, NetworkOptions.RTT_MATRIX));
    }
    return regions;
  }

  private static ProcessSpec process(PlanContext context, Path program) {
    int port = context.ports().port(NAME);
    List<Integer> ports = new ArrayList<>(List.of(port));
    context.links().all().stream().map(Link::port).forEach(ports::add);
    return new ProcessSpec(
        NAME,
        Network.ROLE,
        STAGE,
        List.of(program.toString(), "-host", "127.0.0.1", "-port", Integer.toString(port)),
        Map.of("LOG_LEVEL", "warn"),
        context.directoryOf(NAME),
        "127.0.0.1:" + port,
        ports,
        new Readiness.AnswersHttp("127.0.0.1", port, "/version"));
  }
}
