package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.Output;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.NetworkFaults;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "heal",
    mixinStandardHelpOptions = true,
    description = "Let all nodes that were cut off reach each other again.")
public final class HealCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Override
  public Integer call() throws InterruptedException {
    new NetworkFaults(ClusterDirectory.of(ClusterDirectory.root(), system)).heal();
    Output.line(spec.commandLine().getOut(), "nobody is cut off");
    return 0;
  }
}
