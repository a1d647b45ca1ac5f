package io.hybridycsb.veritas.server;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Settings;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of a Veritas server, whatever its shared log: {@code serve}, and the commands
 * for users of a running cluster. Failures are one line on standard error and exit status 1, or 4
 * of {@code get --at}; wrong usage is 2.
 */
public final class VeritasCommand {
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";
  private static final String LEVEL_PROPERTY = "veritas.log.level";

  /** Held for good: an unreferenced logger is collected and loses its level. */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  private VeritasCommand() {}

  @Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  /** Runs a command and exits with its status. */
  public static void main(VeritasSystem system, String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-veritas.xml");
    }
    if (!(args.length > 0 && args[0].equals("serve"))
        && System.getProperty(LEVEL_PROPERTY) == null) {
      // The command itself prints one line about a failure.
      System.setProperty(LEVEL_PROPERTY, "OFF");
    }
    GRPC_LOGGER.setLevel(Level.SEVERE);
    System.exit(commandLine(system).execute(args));
  }

  /** The command with all its subcommands. */
  static CommandLine commandLine(VeritasSystem system) {
    CommandLine commandLine =
        new CommandLine(new Top())
            .setCommandName(system.name())
            .addSubcommand(new ServeCommand(system))
            .addSubcommand(new AuditCommand(system))
            .addSubcommand(new RecordCommands.Get())
            .addSubcommand(new RecordCommands.Put())
            .addSubcommand(new RecordCommands.Delete())
            .addSubcommand(new RecordCommands.Verify());
    commandLine
        .setParameterExceptionHandler((e, a) -> wrongUsage(system, e))
        .setExecutionExceptionHandler((e, cl, parsed) -> failed(system, e, cl.getCommand()));
    commandLine
        .getSubcommands()
        .get("serve")
        .getCommandSpec()
        .usageMessage()
        .footer(NodeSettings.names(system.properties()).help("--config"));
    return commandLine;
  }

  private static String message(ParameterException e) {
    return e instanceof UnmatchedArgumentException
        ? Settings.withoutValues(e.getMessage())
        : e.getMessage();
  }

  private static int wrongUsage(VeritasSystem system, ParameterException e) {
    System.err.println(system.name() + ": " + message(e) + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(VeritasSystem system, Exception e, Object command) {
    Logs.lastWords(system.name(), e.getMessage());
    return command instanceof ClientCommand client
        ? client.statusOfFailure()
        : CommandLine.ExitCode.SOFTWARE;
  }
}
