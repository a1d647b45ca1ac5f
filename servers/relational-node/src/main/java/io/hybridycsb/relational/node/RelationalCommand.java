package io.hybridycsb.relational.node;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command of a relational system, for its nodes and their users. Failures are one line on
 * standard error and exit status 1; wrong usage is 2.
 */
public final class RelationalCommand {
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";
  private static final String LEVEL_PROPERTY = "relational.log.level";

  /** Held for good: an unreferenced logger is collected and loses its level. */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  private RelationalCommand() {}

  @Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  /** Runs the command, and ends the process. */
  public static void main(RelationalSystem system, String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-relational.xml");
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
  public static CommandLine commandLine(RelationalSystem system) {
    CommandLine commandLine =
        new CommandLine(new Top())
            .setCommandName(system.name())
            .addSubcommand(new ServeCommand(system))
            .addSubcommand(new AuditCommand(system))
            .addSubcommand(new AwaitCommitsCommand())
            .addSubcommand(
                new CommandLine(new SkipCommand())
                    .addSubcommand(new SkipSignCommand(system))
                    .addSubcommand(new SkipJoinCommand(system)));
    commandLine
        .setParameterExceptionHandler((e, args) -> wrongUsage(system, e))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(system, e));
    commandLine
        .getSubcommands()
        .get("serve")
        .getCommandSpec()
        .usageMessage()
        .footer(NodeProperties.names(system).help("--config"));
    return commandLine;
  }

  /** All properties of a system's nodes. */
  public static SettingNames properties(RelationalSystem system) {
    return NodeProperties.names(system);
  }

  private static int wrongUsage(RelationalSystem system, ParameterException e) {
    String message =
        e instanceof UnmatchedArgumentException
            ? Settings.withoutValues(e.getMessage())
            : e.getMessage();
    System.err.println(system.name() + ": " + message + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(RelationalSystem system, Exception e) {
    Logs.lastWords(system.name(), e.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }
}
