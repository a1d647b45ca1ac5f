package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restart",
    description = {
      "Start processes again with the same configuration and data; wait until they serve.",
      "What still runs is stopped first."
    })
public final class RestartCommand extends PrintingCommand {
  @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "The processes, by the names that 'hybrid status' shows.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "All processes.")
  private boolean all;

  @Option(
      names = "--fresh",
      description =
          "As if the named nodes were new: their data are removed, not their keys, and the others"
              + " bring them up. Of veritas-tm only.")
  private boolean fresh;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "90",
      description = "Longest time that the start may take (${DEFAULT-VALUE}).")
  private long timeoutSeconds;

  @Override
  public Integer call() throws Exception {
    if (all == !names.isEmpty()) {
      throw wrongUsage("name processes, or give --all");
    }
    if (fresh && all) {
      throw wrongUsage("--fresh takes names: the others have to have the data");
    }
    Cluster cluster = Clusters.of(system, this::say);
    Duration timeout = Duration.ofSeconds(timeoutSeconds);
    return Interruptible.run(
        () -> {
          if (fresh) {
            cluster.restartFresh(Systems.byName(system), Home.ofThisCommand(), names, timeout);
          } else if (all) {
            cluster.restartAll(timeout);
          } else {
            cluster.restart(names, timeout);
          }
          return 0;
        });
  }
}
