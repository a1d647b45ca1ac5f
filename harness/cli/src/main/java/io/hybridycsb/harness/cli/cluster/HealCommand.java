package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.NetworkFaults;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "heal", description = "Let all nodes that were cut off reach each other again.")
public final class HealCommand extends PrintingCommand {
  @Parameters(paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Override
  public Integer call() throws InterruptedException {
    new NetworkFaults(ClusterDirectory.of(ClusterDirectory.root(), system)).heal();
    say("nobody is cut off");
    return 0;
  }
}
