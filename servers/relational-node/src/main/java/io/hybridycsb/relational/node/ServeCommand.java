package io.hybridycsb.relational.node;

import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.commands.ServeFrame;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;

/** Runs a node of a relational system. */
final class ServeCommand extends ServeFrame {
  private final RelationalSystem system;

  ServeCommand(RelationalSystem system) {
    super(NodeProperties.names(system));
    this.system = system;
  }

  @Override
  protected RunningServer open(Settings settings, Parts parts) throws IOException {
    ClusterConfig cluster = ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE));
    cluster.requireNode(settings.get(NodeProperties.NAME));
    return new Node(system, settings, cluster, rules(system, settings, cluster), parts);
  }

  /**
   * @throws IllegalArgumentException if the cluster is one of another system
   */
  static Rules rules(RelationalSystem system, Settings settings, ClusterConfig cluster) {
    return new Rules(
        cluster.cluster(),
        system.chainId(cluster),
        settings.get(NodeProperties.FAILURE),
        settings.get(NodeProperties.TRANSACTION_BYTES_MAX));
  }
}
