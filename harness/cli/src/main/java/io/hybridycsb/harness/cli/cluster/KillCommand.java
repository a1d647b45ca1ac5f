package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "kill", description = "End processes at once, by SIGKILL, as a crash would.")
public final class KillCommand extends PrintingCommand {
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
    Clusters.of(system, this::say).kill(names);
    return 0;
  }
}
