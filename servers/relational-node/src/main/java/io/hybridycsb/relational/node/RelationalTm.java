package io.hybridycsb.relational.node;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Settings;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command of a relational blockchain over CometBFT. Failures are one line on standard error and
 * exit status 1; wrong usage is 2.
 */
public final class RelationalTm {
  private static final String NAME = "relational-tm";
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";
  private static final String LEVEL_PROPERTY = "relational.log.level";

  /** Held for good: an unreferenced logger is collected and loses its level. */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  private RelationalTm() {}

  @Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  public static void main(String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-relational.xml");
    }
    if (!(args.length > 0 && args[0].equals("serve"))
        && System.getProperty(LEVEL_PROPERTY) == null) {
      // The command itself prints one line about a failure.
      System.setProperty(LEVEL_PROPERTY, "OFF");
    }
    GRPC_LOGGER.setLevel(Level.SEVERE);
    System.exit(commandLine().execute(args));
  }

  /** The command with all its subcommands. */
  static CommandLine commandLine() {
    CommandLine commandLine =
        new CommandLine(new Top())
            .setCommandName(NAME)
            .addSubcommand(new ServeCommand())
            .addSubcommand(new AuditCommand());
    commandLine
        .setParameterExceptionHandler((e, args) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(e));
    commandLine
        .getSubcommands()
        .get("serve")
        .getCommandSpec()
        .usageMessage()
        .footer(NodeProperties.names().help("--config"));
    return commandLine;
  }

  private static int wrongUsage(ParameterException e) {
    String message =
        e instanceof UnmatchedArgumentException
            ? Settings.withoutValues(e.getMessage())
            : e.getMessage();
    System.err.println(NAME + ": " + message + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e) {
    Logs.lastWords(NAME, e.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }
}
