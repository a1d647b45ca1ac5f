package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.Output;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    description = "End processes at once, by SIGKILL, as a crash would.")
public final class KillCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "NAME",
      description = "The processes, by the names that 'hybrid status' shows.")
  private List<String> names;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Clusters.of(system, line -> Output.line(out, line)).kill(names);
    return 0;
  }
}
