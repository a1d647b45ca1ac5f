package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.Program;

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
}
