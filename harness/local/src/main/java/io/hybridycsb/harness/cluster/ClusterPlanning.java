package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemData;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.network.NetworkPlan;
import io.hybridycsb.harness.system.programs.Home;
import java.util.Map;
import java.util.Optional;

/**
 * Plans a cluster's first start, and each later one with the same ports, data and fixed options.
 */
record ClusterPlanning(ClusterDirectory directory, Progress progress) {
  /** The state of a cluster that is to start; writes the files of its plan. */
  ClusterState planned(
      SystemDescription system,
      Home home,
      Cluster.UpRequest request,
      Optional<ClusterState> existing)
      throws InterruptedException {
    SystemData.Nodes accepted = system.data().nodes();
    int nodes =
        request.nodes().or(() -> existing.map(ClusterState::nodes)).orElseGet(accepted::usual);
    if (nodes < accepted.min()) {
      String least = accepted.min() == 1 ? "1 node" : accepted.min() + " nodes";
      throw new HarnessException("%s needs at least %s".formatted(system.name(), least));
    }
    if (nodes > accepted.max()) {
      throw new HarnessException(
          "%s has %s, not %d".formatted(system.name(), accepted.atMost(), nodes));
    }
    existing
        .filter(state -> state.nodes() != nodes)
        .ifPresent(
            state -> {
              throw new HarnessException(
                  "the existing cluster has %d nodes, not %d; remove it with 'hybrid down %s --purge' first"
                      .formatted(state.nodes(), nodes, state.system()));
            });
    Settings settings =
        existing
            .map(state -> NetworkOptions.settings(system, state.settings()))
            .map(old -> old.changed(request.settings()))
            .orElseGet(() -> NetworkOptions.settings(system, request.settings()));
    existing.ifPresent(state -> requireSameNetwork(state, settings));
    int portBase =
        request.portBase().isPresent()
            ? request.portBase().get()
            : PortBlocks.ofThisUser().baseFor(directory);
    Ports ports = new Ports(existing.map(ClusterState::ports).orElse(Map.of()), portBase);
    ClusterPlan plan = NetworkPlan.of(system, context(nodes, settings, home, ports));
    plan.files().forEach(PrivateFiles::write);
    PrivateFiles.write(
        directory.ycsbProperties(),
        PropertiesText.of("How a client finds this cluster.", plan.clientProperties()));
    return new ClusterState(
        system.name(),
        nodes,
        settings.given(),
        ports.chosen(),
        plan.processes(),
        plan.commands(),
        plan.versions(),
        plan.network(),
        Map.of());
  }

  /** Some systems keep the addresses of their nodes among their data. */
  private static void requireSameNetwork(ClusterState existing, Settings wanted) {
    if (NetworkOptions.areSet(wanted) && !existing.network().exists()) {
      throw new UsageException(
          "the existing cluster was made without network.* options; remove it with 'hybrid down %s --purge' first"
              .formatted(existing.system()));
    }
  }

  /** What the plan of an existing cluster was made of. */
  PlanContext context(SystemDescription system, Home home, ClusterState state)
      throws InterruptedException {
    return context(
        state.nodes(),
        NetworkOptions.settings(system, state.settings()),
        home,
        new Ports(state.ports(), PortBlocks.ofThisUser().baseFor(directory)));
  }

  private PlanContext context(int nodes, Settings settings, Home home, Ports ports) {
    Links links = new Links(NetworkOptions.areSet(settings), ports);
    return new PlanContext(nodes, settings, directory.path(), home, ports, links, progress::say);
  }
}
