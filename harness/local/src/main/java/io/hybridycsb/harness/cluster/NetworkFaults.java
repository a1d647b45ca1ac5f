package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.network.Link;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.network.Toxiproxy;
import io.hybridycsb.harness.process.LockFile;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Cuts nodes of a running cluster off from each other, and connects them again. */
public record NetworkFaults(ClusterDirectory directory) {
  /**
   * Cuts each of these nodes off from all others, until {@link #heal}: closes their connections and
   * takes no new ones. Nodes that were cut off before stay cut off.
   *
   * @param nodes names as {@code hybrid status} shows them, or numbers
   * @return all nodes that are cut off now
   * @throws HarnessException if there are no proxies between the nodes, or not for each pair
   */
  public Set<String> cutOff(List<String> nodes) throws InterruptedException {
    try (LockFile lock = directory.lockExisting()) {
      ClusterState state = directory.existing();
      requireLinksOfTheirOwn(state);
      Set<String> all = new TreeSet<>(state.network().cutOff());
      nodes.forEach(node -> all.add(node(state, node)));
      apply(state, state.network().withCutOff(all));
      return all;
    }
  }

  private static String node(ClusterState state, String nameOrNumber) {
    Network network = state.network();
    return network
        .node(nameOrNumber)
        .orElseThrow(
            () ->
                new HarnessException(
                    "%s has no node '%s' that can be cut off; there are: %s"
                        .formatted(
                            state.system(), nameOrNumber, String.join(", ", network.nodes()))));
  }

  /** Lets all nodes reach each other again. */
  public void heal() throws InterruptedException {
    try (LockFile lock = directory.lockExisting()) {
      ClusterState state = directory.existing();
      requireNetwork(state);
      apply(state, state.network().withCutOff(Set.of()));
    }
  }

  private void apply(ClusterState state, Network network) {
    new Toxiproxy(network).applyCuts();
    directory.save(state.withNetwork(network));
  }

  private static void requireNetwork(ClusterState state) {
    if (!state.network().exists()) {
      throw new HarnessException(
          ("%s was started with nothing between its nodes; start a new cluster with --set"
                  + " network.rtt.ms=0 (or more) to cut nodes off")
              .formatted(state.system()));
    }
  }

  private static void requireLinksOfTheirOwn(ClusterState state) {
    requireNetwork(state);
    if (state.network().links().stream().anyMatch(Link::isShared)) {
      throw new HarnessException(
          "the nodes of %s share the way to each of them, so that none can be cut off alone"
              .formatted(state.system()));
    }
  }
}
