package io.hybridycsb.commands;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Settings;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeExceptionMapper;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A program for the command line. A failure is one line on standard error and exit status 1, or
 * what a command that is an {@link IExitCodeExceptionMapper} says. Wrong usage is 2.
 */
public final class Program {
  private static final String LOG_PROPERTY = "logback.configurationFile";
  private static final String LEVEL_PROPERTY = "hybrid.log.level";

  /** Held for good: an unreferenced logger is collected and loses its level. */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  private final CommandLine line;

  private Program(String name, CommandLine line) {
    this.line = line.setCommandName(name);
    String version = Program.class.getPackage().getImplementationVersion();
    line.getCommandSpec().version(name + " " + (version == null ? "(unpackaged)" : version));
    line.setParameterExceptionHandler((e, args) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, failed, parsed) -> failed(e, failed.getCommand()));
  }

  /**
   * A program of several commands.
   *
   * @param name by which it calls itself
   * @param commands picocli's objects or classes of them
   */
  public static Program of(String name, Object... commands) {
    CommandLine line = new CommandLine(new Top());
    for (Object command : commands) {
      line.addSubcommand(command);
    }
    return new Program(name, line);
  }

  /** A program that is one command. */
  public static Program ofOne(String name, Object command) {
    return new Program(name, new CommandLine(command));
  }

  @Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
  private static final class Top implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is expected");
    }
  }

  /** The command line with all its commands. */
  public CommandLine commandLine() {
    return line;
  }

  /**
   * Runs a command, and ends the process with its exit status.
   *
   * @param program makes the program, once it is known what its loggers write
   */
  public static void main(String[] args, Supplier<Program> program) {
    setUnlessSet(LOG_PROPERTY, "logback-commands.xml");
    if (args.length > 0 && !args[0].startsWith("-") && !args[0].equals("serve")) {
      // The command itself prints one line about a failure.
      setUnlessSet(LEVEL_PROPERTY, "OFF");
    }
    GRPC_LOGGER.setLevel(Level.SEVERE);
    System.exit(program.get().run(args));
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Runs a command; returns its exit status. */
  public int run(String... args) {
    return line.execute(args);
  }

  private int wrongUsage(ParameterException e) {
    String message =
        e instanceof UnmatchedArgumentException
            ? Settings.withoutValues(e.getMessage())
            : e.getMessage();
    System.err.println(line.getCommandName() + ": " + message + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private int failed(Exception e, Object command) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    Logs.lastWords(line.getCommandName(), message.lines().findFirst().orElse(""));
    return command instanceof IExitCodeExceptionMapper mapper
        ? mapper.getExitCode(e)
        : CommandLine.ExitCode.SOFTWARE;
  }
}
