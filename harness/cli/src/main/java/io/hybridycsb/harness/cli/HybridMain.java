package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.cli.cluster.DownCommand;
import io.hybridycsb.harness.cli.cluster.FlameCommand;
import io.hybridycsb.harness.cli.cluster.ForwardCommand;
import io.hybridycsb.harness.cli.cluster.HealCommand;
import io.hybridycsb.harness.cli.cluster.KillCommand;
import io.hybridycsb.harness.cli.cluster.LogsCommand;
import io.hybridycsb.harness.cli.cluster.PartitionCommand;
import io.hybridycsb.harness.cli.cluster.RestartCommand;
import io.hybridycsb.harness.cli.cluster.SkipCommand;
import io.hybridycsb.harness.cli.cluster.StatusCommand;
import io.hybridycsb.harness.cli.cluster.UpCommand;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The hybrid command. Its exit status is 0 on success, 1 on failure, 2 on wrong usage. */
@Command(
    name = "hybrid",
    description = "Starts, shows, breaks, checks and stops local clusters of real servers.",
    mixinStandardHelpOptions = true,
    versionProvider = HybridMain.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      UpCommand.class,
      BenchCommand.class,
      StatusCommand.class,
      LogsCommand.class,
      FlameCommand.class,
      KillCommand.class,
      RestartCommand.class,
      SkipCommand.class,
      PartitionCommand.class,
      HealCommand.class,
      DownCommand.class,
      QuickstartCommand.class,
      PrepareCommand.class,
      CheckCommand.class,
      ReportCommand.class,
      ReproduceCommand.class,
      CompareCommand.class,
      KeygenCommand.class,
      MergeCommand.class,
      SystemsCommand.class,
      NewSystemCommand.class,
      ConformCommand.class
    },
    footerHeading = "%n",
    footer = {
      "Run directories live under .hybrid/ in the current directory, or under $HYBRID_DIR.",
      "'hybrid COMMAND --help' tells more about a command."
    })
public final class HybridMain implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  static CommandLine commandLine() {
    CommandLine main = new CommandLine(new HybridMain());
    ForwardCommand.addAllTo(main);
    main.setExecutionExceptionHandler(
        (exception, commandLine, parseResult) -> {
          if (exception instanceof HarnessException || exception instanceof InterruptedException) {
            String message = exception.getMessage();
            commandLine.getErr().println("hybrid: " + (message == null ? "interrupted" : message));
            return exception instanceof UsageException
                ? CommandLine.ExitCode.USAGE
                : CommandLine.ExitCode.SOFTWARE;
          }
          throw exception;
        });
    // Set after all subcommands were added, because only those inherit the handler.
    main.setParameterExceptionHandler((exception, arguments) -> misunderstood(exception));
    return main;
  }

  /** One line, because the whole usage would push the error off the screen. */
  private static int misunderstood(ParameterException exception) {
    CommandLine command = exception.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command
        .getErr()
        .printf(
            "%s: %s%s; see '%s --help'%n", name, exception.getMessage(), meant(exception), name);
    return CommandLine.ExitCode.USAGE;
  }

  private static String meant(ParameterException exception) {
    List<String> similar =
        exception instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    return similar.isEmpty() ? "" : " (did you mean %s?)".formatted(similar.get(0));
  }

  public static void main(String[] args) {
    // Numbers have the same form on all machines.
    Locale.setDefault(Locale.ROOT);
    System.exit(status(args));
  }

  private static int status(String... args) {
    try {
      return commandLine().execute(args);
    } catch (HarnessException e) {
      // The commands themselves name systems, one of which can't be loaded.
      System.err.println("hybrid: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"hybrid-ycsb " + number()};
    }

    static String number() {
      String version = HybridMain.class.getPackage().getImplementationVersion();
      return version == null ? "(development)" : version;
    }
  }
}
