package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.network.Link;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.PairOfNodes;
import io.hybridycsb.harness.system.programs.Home;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requests for a network that are refused. */
class NetworkRequestsTest extends ClusterFixture {
  @Override
  SystemDescription system() {
    return new PairOfNodes();
  }

  private void up(Map<String, String> settings) throws Exception {
    up(new Home(root), null, settings, TIMEOUT);
  }

  @Test
  void onlyNodesOfAClusterWithANetworkCanBeCutOff() throws Exception {
    NetworkFaults faults = new NetworkFaults(directory);
    up(Map.of());
    assertThatThrownBy(() -> faults.cutOff(List.of("node1")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("nothing between its nodes");
    cluster.down(false);
    assertThatThrownBy(() -> up(Map.of("network.rtt.ms", "5")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("was made without network.* options");

    Link link = new Link("node1", "node2", "node2", "127.0.0.1:2", "127.0.0.1:3");
    directory.save(
        new ClusterState(
            "pair",
            2,
            Map.of(),
            Map.of(),
            List.of(),
            Map.of(),
            Map.of(),
            new Network(1, 0, 0, List.of(link), Set.of()),
            Map.of()));
    assertThatThrownBy(() -> faults.cutOff(List.of("node3")))
        .isInstanceOf(HarnessException.class)
        .hasMessage("pair has no node 'node3' that can be cut off; there are: node1, node2");
  }

  @Test
  void aSystemWhoseConnectionsNobodyKnowsTakesNoNetwork() {
    Cluster shell = new Cluster(ClusterDirectory.of(root, "shell"), new ProcessLauncher(), l -> {});
    assertThatThrownBy(
            () ->
                shell.up(
                    new ShellSystem(),
                    new Home(root),
                    new Cluster.UpRequest(
                        Optional.of(2), Map.of("network.rtt.ms", "5"), Optional.empty(), TIMEOUT)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("shell takes no network.* options");
  }
}
