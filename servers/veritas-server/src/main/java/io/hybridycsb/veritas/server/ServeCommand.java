package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.commands.ServeFrame;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;

/** Runs a node of Veritas. */
final class ServeCommand extends ServeFrame {
  private final VeritasSystem system;

  ServeCommand(VeritasSystem system) {
    super(NodeSettings.names(system.properties()));
    this.system = system;
  }

  @Override
  protected RunningServer open(Settings settings, Parts parts) throws IOException {
    ClusterConfig cluster = ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE));
    return new RunningNode(system, new NodeSettings(settings), cluster, parts);
  }
}
