package io.hybridycsb.relational.node;

import io.hybridycsb.commands.AuditFrame;
import io.hybridycsb.relational.node.audit.Audit;
import io.hybridycsb.relational.node.audit.Audit.AuditedNode;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the databases of nodes with each other and with what the cluster has signed. */
@Command(
    description = {
      "Compares the databases of the given nodes: blocks, transactions, definitions, all rows.",
      "Compares each block's application hash with what enough of the cluster have signed.",
      "The nodes may be running, under load too. One line for each finding; exit status 1 if there"
          + " is one."
    })
final class AuditCommand extends AuditFrame {
  private static final int TIMEOUT_MS_MAX = 3_600_000;

  private final RelationalSystem system;

  @Option(
      names = "--node-config",
      required = true,
      paramLabel = "FILE",
      description = "A node's properties; once for each node that is to be audited.")
  private List<Path> nodeConfigs;

  /** Audits of other systems need it. */
  @Option(names = "--config", paramLabel = "FILE", hidden = true)
  private Path config;

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      defaultValue = "10000",
      description =
          "How long a node may stay at another height than the others, or can't be read; at most"
              + " 3600000 (default: ${DEFAULT-VALUE}).")
  private int timeoutMs;

  AuditCommand(RelationalSystem system) {
    this.system = system;
  }

  @Override
  protected List<String> audit() {
    if (timeoutMs < 1 || timeoutMs > TIMEOUT_MS_MAX) {
      throw new IllegalArgumentException(
          "--timeout is 1 to %d ms, not %d".formatted(TIMEOUT_MS_MAX, timeoutMs));
    }
    Map<String, AuditedNode> nodes = new LinkedHashMap<>();
    List<Settings> all = new ArrayList<>();
    ClusterConfig cluster = null;
    for (Path file : nodeConfigs) {
      Settings settings =
          Settings.read(NodeProperties.names(system), List.of(file), Map.of(), List.of());
      cluster = ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE));
      AuditedNode node =
          new AuditedNode(
              NodeProperties.database(settings), ServeCommand.rules(system, settings, cluster));
      all.add(settings);
      if (nodes.put(settings.get(NodeProperties.NAME), node) != null) {
        throw new IllegalArgumentException(
            file + ": " + settings.get(NodeProperties.NAME) + " is given twice");
      }
    }
    try (RelationalSystem.SignedHashes signed = system.signed(cluster, all)) {
      Audit audit = new Audit(nodes, signed, system.skipSigners(cluster), findings, progress);
      audit.run(timeoutMs);
      audit.skipped().forEach(System.out::println);
      return List.of(
          "audit passed: %d nodes, height %d, %d records, %d transactions, application hash %s"
              .formatted(
                  nodes.size(),
                  audit.height(),
                  audit.records(),
                  audit.transactions(),
                  audit.appHash()));
    }
  }
}
