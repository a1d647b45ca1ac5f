package io.hybridycsb.relational.node.audit;

import io.hybridycsb.relational.node.database.DatabaseFailure;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.database.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Compares the databases of nodes, which may be running, with each other and with what the cluster
 * has signed: the application hash after every block, what became of each transaction, definitions,
 * and all rows.
 */
public final class Audit {
  /**
   * A node that is audited.
   *
   * @param rules that it has by its properties
   */
  public record AuditedNode(DatabaseOptions database, Rules rules) {}

  private final Map<String, AuditedNode> nodes;
  private final LongFunction<byte[]> signed;
  private final Findings findings;
  private final Progress progress;
  private long height;
  private long records;
  private long transactions;
  private byte[] appHash = new byte[0];

  /**
   * @param nodes by their names
   * @param signed the application hash after a height that was signed; throws {@link
   *     IllegalStateException} if there is none
   * @param progress gets a line at most once a second
   */
  public Audit(
      Map<String, AuditedNode> nodes,
      LongFunction<byte[]> signed,
      Findings findings,
      Consumer<String> progress) {
    this.nodes = nodes;
    this.signed = signed;
    this.findings = findings;
    this.progress = new Progress(progress);
  }

  /**
   * Audits all.
   *
   * @param timeoutMs how long nodes may take to come to the same height
   */
  public void run(int timeoutMs) {
    Map<String, DatabaseOptions> databases = new LinkedHashMap<>();
    nodes.forEach((name, node) -> databases.put(name, node.database()));
    try (Snapshots snapshots = Snapshots.open(databases, timeoutMs, findings)) {
      height = snapshots.height();
      Map<String, Snapshot> open = snapshots.nodes();
      checkBlocks(open);
      checkDefinitions(open);
      transactions =
          new SameRows("transactions", findings, progress).compare(open, Snapshot::transactions);
      SortedSet<String> tables = new TreeSet<>();
      open.values().forEach(snapshot -> tables.addAll(snapshot.tables().keySet()));
      for (String table : tables) {
        Map<String, Snapshot> having = new LinkedHashMap<>(open);
        having.values().removeIf(snapshot -> !snapshot.tables().containsKey(table));
        records +=
            new SameRows("table " + table, findings, progress)
                .compare(having, snapshot -> snapshot.records(table));
      }
    } catch (DatabaseFailure e) {
      findings.add("audit", e.getMessage());
    }
  }

  private void checkBlocks(Map<String, Snapshot> open) {
    SortedMap<Long, Map<String, byte[]>> hashes = new TreeMap<>();
    open.forEach(
        (node, snapshot) ->
            snapshot
                .blocks()
                .forEach(
                    block ->
                        hashes
                            .computeIfAbsent(block.height(), each -> new LinkedHashMap<>())
                            .put(node, block.appHash())));
    long checked = 0;
    for (Map.Entry<Long, Map<String, byte[]>> block : hashes.entrySet()) {
      long at = block.getKey();
      if (at == 0) {
        block.getValue().forEach(this::checkRules);
      } else {
        checkBlock(at, block.getValue(), open);
      }
      progress.say("%d of %d blocks checked", ++checked, hashes.size());
    }
  }

  private void checkRules(String node, byte[] hash) {
    if (!Arrays.equals(hash, nodes.get(node).rules().hash())) {
      findings.add(
          node,
          "its database began with other rules than those of its properties and cluster.json");
    }
  }

  private void checkBlock(long at, Map<String, byte[]> hashes, Map<String, Snapshot> open) {
    List<String> missing = new ArrayList<>(open.keySet());
    missing.removeAll(hashes.keySet());
    missing.forEach(node -> findings.add(node, "height %d: the block is missing".formatted(at)));
    byte[] right;
    try {
      right = signed.apply(at);
    } catch (IllegalStateException e) {
      findings.add(
          "chain",
          "height %d: the application hash is not signed: %s".formatted(at, e.getMessage()));
      return;
    }
    hashes.forEach(
        (node, hash) -> {
          if (!Arrays.equals(hash, right)) {
            findings.add(
                node,
                "height %d: another application hash was signed than its database has"
                    .formatted(at));
          }
        });
    appHash = right;
  }

  private void checkDefinitions(Map<String, Snapshot> open) {
    String first = null;
    for (Map.Entry<String, Snapshot> node : open.entrySet()) {
      if (first == null) {
        first = node.getKey();
      } else if (!node.getValue().tables().equals(open.get(first).tables())) {
        findings.add(
            node.getKey(), "the definitions of tables are not those of %s".formatted(first));
      } else if (!node.getValue().procedures().equals(open.get(first).procedures())) {
        findings.add(node.getKey(), "the procedures are not those of %s".formatted(first));
      }
    }
  }

  /** The height at which tables were compared. */
  public long height() {
    return height;
  }

  public long records() {
    return records;
  }

  public long transactions() {
    return transactions;
  }

  /** The application hash after the last block, in hex. */
  public String appHash() {
    return HexFormat.of().formatHex(appHash);
  }
}
