package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "down",
    description = "Stop all clusters, or one: SIGTERM, and SIGKILL where that is not enough.")
public final class DownCommand extends PrintingCommand {
  @Parameters(paramLabel = "SYSTEM", arity = "0..1", description = "Only this system.")
  private String system;

  @Option(names = "--purge", description = "Remove all of its data, keys and logs as well.")
  private boolean purge;

  @Override
  public Integer call() throws InterruptedException {
    List<ClusterDirectory> directories = Clusters.select(system);
    if (directories.isEmpty()) {
      say("no clusters in " + ClusterDirectory.root());
    }
    for (ClusterDirectory directory : directories) {
      Clusters.of(directory, this::say).down(purge);
      say(
          "%s is stopped; its data %s"
              .formatted(
                  directory.path().getFileName(),
                  purge ? "are removed" : "stay in " + directory.path()));
    }
    return 0;
  }
}
