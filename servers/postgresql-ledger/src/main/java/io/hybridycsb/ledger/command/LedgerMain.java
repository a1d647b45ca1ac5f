package io.hybridycsb.ledger.command;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Settings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Failures are one line on standard error and exit status 1; wrong usage is 2.
 */
public final class LedgerMain {
  private static final String NAME = "postgresql-ledger";
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";

  private LedgerMain() {}

  @Command(
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "COMMAND",
      subcommands = {VerifyCommand.class, AuditCommand.class})
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  public static void main(String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-postgresql-ledger.xml");
    }
    System.exit(
        commandLine()
            .setParameterExceptionHandler((e, a) -> wrongUsage(e))
            .setExecutionExceptionHandler((e, line, parsed) -> failed(e))
            .execute(args));
  }

  /** The command with all its subcommands. */
  static CommandLine commandLine() {
    return new CommandLine(new Top()).setCommandName(NAME);
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
    Logs.lastWords(NAME, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    return CommandLine.ExitCode.SOFTWARE;
  }
}
