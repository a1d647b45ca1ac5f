package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.Program;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.commands.ServeFrame;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;

/** The command line of a Veritas server, whatever its shared log. */
public final class VeritasCommand {
  private VeritasCommand() {}

  /** {@code serve}, and the commands for users of a running cluster. */
  public static Program of(VeritasSystem system) {
    return Program.of(
        system.name(),
        new ServeCommand(system),
        new AuditCommand(system),
        new RecordCommands.Get(),
        new RecordCommands.Put(),
        new RecordCommands.Delete(),
        new RecordCommands.Verify());
  }

  /** Runs a node of Veritas. */
  static final class ServeCommand extends ServeFrame {
    private final VeritasSystem system;

    ServeCommand(VeritasSystem system) {
      super(NodeProperties.names(system.properties()));
      this.system = system;
    }

    @Override
    protected RunningServer open(Settings settings, Parts parts) throws IOException {
      ClusterConfig cluster = ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE));
      return new RunningNode(system, settings, cluster, parts);
    }
  }
}
