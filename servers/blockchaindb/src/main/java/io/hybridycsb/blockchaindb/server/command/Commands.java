package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Settings;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Failures are one line on standard error and exit status 1; wrong usage is 2.
 */
public final class Commands {
  private static final String NAME = "blockchaindb";
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";
  private static final String LEVEL_PROPERTY = "blockchaindb.log.level";

  /** Held for good: an unreferenced logger is collected and loses its level. */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  private Commands() {}

  @Command(
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "COMMAND",
      subcommands = {
        ServeCommand.class,
        NetworkCommand.class,
        VerifyCommand.class,
        AuditCommand.class
      })
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  /** Runs a command; returns its exit status. */
  public static int run(String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-blockchaindb.xml");
    }
    boolean serves = args.length > 0 && args[0].equals("serve");
    if (!serves && System.getProperty(LEVEL_PROPERTY) == null) {
      // The command itself prints one line about a failure.
      System.setProperty(LEVEL_PROPERTY, "OFF");
    }
    GRPC_LOGGER.setLevel(Level.SEVERE);
    return commandLine()
        .setParameterExceptionHandler((e, a) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(e))
        .execute(args);
  }

  /** The command with all its subcommands. */
  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Top()).setCommandName(NAME);
    commandLine
        .getSubcommands()
        .get("serve")
        .getCommandSpec()
        .usageMessage()
        .footer(NodeConfig.NAMES.help("--config"));
    return commandLine;
  }

  private static String message(ParameterException e) {
    return e instanceof UnmatchedArgumentException
        ? Settings.withoutValues(e.getMessage())
        : e.getMessage();
  }

  private static int wrongUsage(ParameterException e) {
    System.err.println(NAME + ": " + message(e) + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e) {
    Logs.lastWords(NAME, e.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }
}
