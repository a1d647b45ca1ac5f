package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cluster that runs already, here or elsewhere, and that others have started; docs/attach.md has
 * the file's format.
 *
 * @param nodes how many it has
 * @param properties of YCSB: its addresses and keys
 * @param versions of its programs, by name
 * @param empty the command that removes all its records; empty if there is none
 */
public record AttachedCluster(
    String system,
    int nodes,
    SortedMap<String, String> properties,
    SortedMap<String, String> versions,
    List<String> empty) {
  private static final Set<String> KEYS =
      Set.of("system", "nodes", "ycsb", "properties", "versions", "empty");

  /**
   * Reads a file.
   *
   * @throws UsageException if it doesn't describe a cluster
   */
  public static AttachedCluster read(Path file) {
    FileSettings tree = FileSettings.read(file, "cluster");
    tree.requireOnly(KEYS, "setting");
    SystemDescription system = Systems.byName(tree.text("system"));
    int nodes = (int) tree.number("nodes", 1).orElseThrow(() -> missing(file, "nodes"));
    SortedMap<String, String> properties = new TreeMap<>();
    String written = tree.text("ycsb", "");
    if (!written.isEmpty()) {
      properties.putAll(PropertiesText.read(file.toAbsolutePath().resolveSibling(written)));
    }
    properties.putAll(tree.below("properties").texts());
    TakenProperties.RUN.requireNone(file.toString(), properties);
    if (properties.isEmpty()) {
      throw missing(file, "ycsb or properties, with the cluster's addresses,");
    }
    String mode = system.commitMode(properties);
    if (!mode.equals(system.commitMode(Map.of()))) {
      throw new UsageException(
          "%s: commit mode %s is a property of runs; set it in the experiment"
              .formatted(file, mode));
    }
    return new AttachedCluster(
        system.name(), nodes, properties, tree.below("versions").texts(), tree.list("empty"));
  }

  private static UsageException missing(Path file, String what) {
    return new UsageException("%s: %s is missing".formatted(file, what));
  }

  /** Why it can't serve runs that need such a cluster; empty if it can. */
  String reasonAgainst(ClusterSettings wanted, boolean kills) {
    if (wanted.nodes() != nodes) {
      return "the attached cluster has %d nodes, not %d".formatted(nodes, wanted.nodes());
    }
    if (!wanted.options().isEmpty()) {
      return "the options %s are set by whoever starts the servers"
          .formatted(wanted.options().keySet());
    }
    if (kills) {
      return "no process of an attached cluster is killed";
    }
    if (wanted.fresh() && empty.isEmpty()) {
      return "it needs new records: the cluster's file has no command to empty it";
    }
    return "";
  }
}
