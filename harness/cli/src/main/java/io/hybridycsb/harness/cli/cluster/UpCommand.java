package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.programs.Programs;
import io.hybridycsb.harness.system.registry.Systems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "up",
    description = "Start a local cluster of real servers, each a process; wait until it serves.",
    footerHeading = "%n",
    footer = {
      "A cluster that was stopped without --purge starts again with its data and ports.",
      "",
      "Of every system: --set network.rtt.ms=20 --set network.rate.mbit=1000 lets a round trip"
          + " between two nodes take 20 ms longer and limits each connection between them to"
          + " 1 Gbit/s; network.rtt.ms=0 is enough for 'hybrid partition'.",
      "--set network.rtt.matrix=europe places nodes in four regions. See docs/network.md."
    })
public final class UpCommand extends PrintingCommand {
  private static final String AS_ROOT =
      "this is root, so databases and all other servers run as root, too; an ordinary user is"
          + " better";

  @Parameters(paramLabel = "SYSTEM", description = "The system, such as veritas-kafka.")
  private String system;

  @Mixin private StartOptions options;

  @Override
  public Integer call() throws Exception {
    SystemDescription description = Systems.byName(system);
    Cluster cluster = Clusters.of(system, this::say);
    if (Programs.isRoot()) {
      warn(AS_ROOT);
    }
    long begun = System.nanoTime();
    Interruptible.run(
        () -> {
          cluster.up(description, Home.ofThisCommand(), options.request());
          return null;
        });
    say(
        "%s is up after %.1f s in %s"
            .formatted(
                system,
                (System.nanoTime() - begun) / 1e9,
                ClusterDirectory.of(ClusterDirectory.root(), system).path()));
    return 0;
  }
}
