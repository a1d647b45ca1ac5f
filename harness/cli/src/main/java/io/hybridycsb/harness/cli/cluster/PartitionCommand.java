package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.NetworkFaults;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "partition",
    description = {
      "Cut nodes off from all others, until 'hybrid heal'; clients still reach them.",
      "Takes a cluster that was started with --set network.rtt.ms=0, or more, of a system whose"
          + " nodes can be cut off: see docs/network.md."
    })
public final class PartitionCommand extends PrintingCommand {
  @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "NODE",
      description = "The nodes, such as node4 or 4; each is cut off from all others.")
  private List<String> nodes;

  @Override
  public Integer call() throws InterruptedException {
    NetworkFaults faults = new NetworkFaults(ClusterDirectory.of(ClusterDirectory.root(), system));
    Set<String> cutOff = faults.cutOff(nodes);
    say("cut off: %s; 'hybrid heal %s' ends it".formatted(String.join(", ", cutOff), system));
    return 0;
  }
}
