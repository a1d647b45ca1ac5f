package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cluster.Cluster;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    description = "End processes at once, by SIGKILL, as a crash would.")
final class KillCommand implements Callable<Integer> {
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
    Cluster cluster = Clusters.of(system, line -> {});
    names.forEach(cluster::process);
    for (String name : names) {
      cluster.kill(name);
    }
    return 0;
  }
}
