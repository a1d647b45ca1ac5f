package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.AuditFrame;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.server.audit.Audit;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verifies every node's ledger, state roots and state store. */
@Command(
    description = {
      "Verifies the ledgers on disk, the state roots and the state stores of the given nodes.",
      "The nodes may be running, under load too. One line for each finding; exit status 1 if there"
          + " is one. Needs memory for all records."
    })
final class AuditCommand extends AuditFrame {
  private final VeritasSystem system;

  @Mixin private ClientProperties client;

  @Option(
      names = "--node-config",
      required = true,
      paramLabel = "FILE",
      description = "A node's properties; once for each node that is to be audited.")
  private List<Path> nodeConfigs;

  AuditCommand(VeritasSystem system) {
    this.system = system;
  }

  @Override
  protected List<String> audit() {
    ClusterConfig cluster = client.cluster();
    Map<String, Settings> nodes = nodes(cluster);
    TransactionLimits limits = limits(nodes);
    Map<String, Path> ledgers = new LinkedHashMap<>();
    nodes.forEach(
        (name, settings) ->
            ledgers.put(name, settings.get(NodeProperties.DATA_DIR).resolve("ledger")));
    Audit audit =
        new Audit(
            ledgers,
            new TransactionChecker(cluster, limits),
            system.attestation(cluster, nodes),
            findings,
            progress);
    audit.run(cluster, nodes.keySet(), client.key(), client.options());
    audit.notes().forEach(note -> System.out.println("note: " + note));
    return findings.isEmpty() ? audit.passed(nodes.size()) : List.of();
  }

  private Map<String, Settings> nodes(ClusterConfig cluster) {
    Map<String, Settings> nodes = new LinkedHashMap<>();
    for (Path file : nodeConfigs) {
      Settings settings = NodeProperties.read(file, system.properties());
      String name = settings.text("node.name");
      if (cluster.node(name).isEmpty()) {
        throw new IllegalArgumentException(file + ": cluster.json has no node named " + name);
      }
      if (nodes.put(name, settings) != null) {
        throw new IllegalArgumentException(file + ": " + name + " is given twice");
      }
    }
    return nodes;
  }

  /** The nodes must agree on these, since they judge transactions by them. */
  private TransactionLimits limits(Map<String, Settings> nodes) {
    TransactionLimits first = null;
    for (Map.Entry<String, Settings> node : nodes.entrySet()) {
      TransactionLimits limits = NodeProperties.options(node.getValue()).limits();
      if (first == null) {
        first = limits;
      } else if (!limits.equals(first)) {
        findings.add(
            node.getKey(),
            "its record.bytes.max, transaction.operations.max or state.value.bytes.max isn't that"
                + " of the other nodes");
      }
    }
    return first;
  }
}
