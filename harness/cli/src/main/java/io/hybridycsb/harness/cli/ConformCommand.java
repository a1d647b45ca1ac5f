package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.cluster.StartOptions;
import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.conform.Conformance;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "conform",
    description = {
      "Check on a new cluster what every system owes its users, and remove the cluster.",
      "That is what the binding answers, and that nothing acknowledged is lost when a node dies.",
      "UNSUPPORTED is what a system does not have. Exit status 1 if a statement FAILED."
    })
final class ConformCommand extends PrintingCommand {
  @Parameters(paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Mixin private StartOptions start;

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "A property for the binding, such as a timeout. Repeatable.")
  private Map<String, String> properties = Map.of();

  @Option(
      names = "--kill",
      paramLabel = "NAME",
      description = "A process that dies under load (the last node or peer). Repeatable.")
  private List<String> killed = List.of();

  @Override
  public Integer call() throws Exception {
    Conformance.Request request =
        new Conformance.Request(Systems.byName(system), start.request(), properties, killed);
    return Interruptible.run(
        () ->
            new Conformance(Home.ofThisCommand(), request, ClusterDirectory.root(), this::say)
                    .check()
                ? 0
                : 1);
  }
}
