package io.hybridycsb.tools;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Settings;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A program of several commands. Failures are one line on standard error and exit status 1; wrong
 * usage is 2.
 *
 * @param name by which it calls itself
 * @param commands picocli's classes of them
 */
public record Tool(String name, List<Class<?>> commands) {
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";

  public Tool {
    commands = List.copyOf(commands);
  }

  @Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  /** Runs a command; returns its exit status. */
  public int run(String... args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-tool.xml");
    }
    return commandLine()
        .setParameterExceptionHandler((e, a) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, failed, parsed) -> failed(e))
        .execute(args);
  }

  /** The command line with all its commands. */
  public CommandLine commandLine() {
    CommandLine line = new CommandLine(new Top()).setCommandName(name);
    commands.forEach(line::addSubcommand);
    return line;
  }

  private int wrongUsage(ParameterException e) {
    String message =
        e instanceof UnmatchedArgumentException
            ? Settings.withoutValues(e.getMessage())
            : e.getMessage();
    System.err.println(name + ": " + message + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private int failed(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    Logs.lastWords(name, message.lines().findFirst().orElse(""));
    return CommandLine.ExitCode.SOFTWARE;
  }
}
