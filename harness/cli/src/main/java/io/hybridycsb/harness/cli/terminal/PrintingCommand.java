package io.hybridycsb.harness.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints lines for users, each flushed at once. */
@Command(mixinStandardHelpOptions = true)
public abstract class PrintingCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  protected final CommandSpec spec() {
    return spec;
  }

  protected final void say(String line) {
    print(spec.commandLine().getOut(), line);
  }

  protected final void warn(String line) {
    print(spec.commandLine().getErr(), "hybrid: warning: " + line);
  }

  private synchronized void print(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }

  protected final ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
