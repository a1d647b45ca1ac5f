package io.hybridycsb.relational.node;

import io.hybridycsb.commands.Program;
import io.hybridycsb.settings.SettingNames;
import picocli.CommandLine;

/** The command line of a relational system, for its nodes and their users. */
public final class RelationalCommand {
  private RelationalCommand() {}

  public static Program of(RelationalSystem system) {
    return Program.of(
        system.name(),
        new ServeCommand(system),
        new AuditCommand(system),
        new AwaitCommitsCommand(),
        new CommandLine(new SkipCommand())
            .addSubcommand(new SkipSignCommand(system))
            .addSubcommand(new SkipJoinCommand(system)));
  }

  /** All properties of a system's nodes. */
  public static SettingNames properties(RelationalSystem system) {
    return NodeProperties.names(system);
  }
}
