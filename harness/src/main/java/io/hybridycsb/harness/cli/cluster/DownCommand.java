package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.Output;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    description = "Stop all clusters, or one: SIGTERM, and SIGKILL where that is not enough.")
public final class DownCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYSTEM", arity = "0..1", description = "Only this system.")
  private String system;

  @Option(names = "--purge", description = "Remove all of its data, keys and logs as well.")
  private boolean purge;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    List<ClusterDirectory> directories = Clusters.select(system);
    if (directories.isEmpty()) {
      Output.line(out, "no clusters in " + ClusterDirectory.root());
    }
    for (ClusterDirectory directory : directories) {
      Clusters.of(directory, line -> Output.line(out, line)).down(purge);
      Output.line(
          out,
          "%s is stopped; its data %s"
              .formatted(
                  directory.path().getFileName(),
                  purge ? "are removed" : "stay in " + directory.path()));
    }
    return 0;
  }
}
