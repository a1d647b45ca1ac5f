package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.prepare.Preparation;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "prepare",
    description = {
      // The list of commands shows only the first line.
      "Archive the classes of servers and clients for this JVM: clusters start sooner.",
      "Starts a small cluster, runs a workload on it, and removes it. Leaves archives of some 60 MB"
          + " for each server and client in the release's directory class-archives.",
      "What is started later uses them, except servers that share a JVM, as a quickstart's of"
          + " veritas-kafka do. Needed once for each release and JVM."
    })
final class PrepareCommand extends PrintingCommand {
  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..*",
      defaultValue = "veritas-kafka",
      description = "The systems (${DEFAULT-VALUE}).")
  private List<String> systems;

  @Override
  public Integer call() throws Exception {
    List<SystemDescription> descriptions =
        systems.stream().distinct().map(Systems::byName).toList();
    Preparation preparation =
        new Preparation(
            Home.ofThisCommand(),
            ClusterDirectory.root().resolve("prepare"),
            HybridMain.class.getName(),
            new ProcessLauncher(),
            this::say);
    return Interruptible.run(
        () -> {
          for (SystemDescription description : descriptions) {
            preparation.prepare(description);
          }
          return 0;
        });
  }
}
