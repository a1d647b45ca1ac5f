package io.hybridycsb.relational.node.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.database.Snapshot;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongFunction;

/**
 * Compares the databases of nodes, which may be running, with each other and with what the cluster
 * has signed. It compares the application hash after every block, the result of each transaction,
 * definitions, and all rows. Each part of it is as of one height, which rises meanwhile.
 */
public final class Audit {
  /**
   * A node that is audited.
   *
   * @param rules that it has by its properties
   */
  public record AuditedNode(DatabaseOptions database, Rules rules) {}

  /** How long a definition may have to wait for the audit, about. */
  private static final Duration PART = Duration.ofSeconds(1);

  private final Map<String, AuditedNode> nodes;
  private final LongFunction<byte[]> signed;
  private final SkipSigners skipSigners;
  private final Findings findings;
  private final Progress progress;
  private long height;
  private long records;
  private long transactions;
  private byte[] appHash = new byte[0];
  private List<String> skipped = List.of();

  /**
   * @param nodes by their names
   * @param signed the application hash after a height that was signed; is asked by rising height,
   *     and throws {@link IllegalStateException} if there is none
   * @param skipSigners who decides that a block is skipped
   * @param progress says now and then how far the audit is
   */
  public Audit(
      Map<String, AuditedNode> nodes,
      LongFunction<byte[]> signed,
      SkipSigners skipSigners,
      Findings findings,
      Progress progress) {
    this.nodes = nodes;
    this.signed = signed;
    this.skipSigners = skipSigners;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Audits all.
   *
   * @param timeoutMs how long a node may stay at another height than the others, or can't be read
   */
  public void run(int timeoutMs) {
    Map<String, DatabaseOptions> databases = new LinkedHashMap<>();
    Map<String, Rules> rules = new LinkedHashMap<>();
    nodes.forEach(
        (name, node) -> {
          databases.put(name, node.database());
          rules.put(name, node.rules());
        });
    try (Snapshots snapshots = new Snapshots(databases, timeoutMs, findings)) {
      SortedSet<String> tables = checkDefinitions(snapshots);
      SignedBlocks blocks = new SignedBlocks(snapshots, rules, signed, findings, progress);
      blocks.check(snapshots.height());
      transactions = compare("transactions", this::transactions, snapshots);
      for (String table : tables) {
        records +=
            compare(
                "table " + table, (snapshot, after) -> snapshot.records(table, after), snapshots);
      }
      skipped = checkSkipped(snapshots);
      // Those that were committed meanwhile.
      blocks.check(snapshots.height());
      height = snapshots.height();
      appHash = blocks.appHash();
    }
  }

  private Optional<Snapshot.Page<Snapshot.HashedRow>> transactions(
      Snapshot snapshot, Optional<String> after) {
    return Optional.of(snapshot.transactions(after));
  }

  private long compare(String what, SameRows.Rows rows, Snapshots snapshots) {
    return new SameRows(what, rows, PART, findings, progress).compare(snapshots);
  }

  private List<String> checkSkipped(Snapshots snapshots) {
    Map<String, SortedMap<Long, String>> recorded =
        snapshots.read(common -> common.ask(Snapshot::skips));
    String cluster = nodes.values().iterator().next().rules().cluster();
    return new SkippedBlocks(cluster, skipSigners, findings).check(recorded);
  }

  /** What each node has defined. */
  private record Defined(
      Map<String, SortedMap<String, SortedSet<String>>> tables,
      Map<String, SortedMap<String, ProcedureDefinition>> procedures) {
    static Defined read(Snapshots.Common common) {
      return new Defined(common.ask(Snapshot::tables), common.ask(Snapshot::procedures));
    }
  }

  /** Returns the tables that any node has. */
  private SortedSet<String> checkDefinitions(Snapshots snapshots) {
    Defined defined = snapshots.read(Defined::read);
    checkSame("definitions of tables", defined.tables());
    checkSame("procedures", defined.procedures());
    SortedSet<String> tables = new TreeSet<>();
    defined.tables().values().forEach(each -> tables.addAll(each.keySet()));
    return tables;
  }

  private <T> void checkSame(String what, Map<String, T> contentByNode) {
    Agreement<T> agreement = Agreement.of(contentByNode);
    if (agreement.ofAll()) {
      return;
    }
    Optional<T> most = agreement.most();
    if (most.isPresent()) {
      List<String> agreed = agreement.nodesByContent().get(most.get());
      contentByNode.forEach(
          (node, own) -> {
            if (!own.equals(most.get())) {
              findings.add(
                  node, "the %s are not those of %s".formatted(what, String.join(", ", agreed)));
            }
          });
    } else {
      findings.add(
          String.join(", ", agreement.nodes()),
          "the %s differ, and no more than half of them have the same: %s"
              .formatted(what, agreement.shown(each -> "the same on")));
    }
  }

  /** The greatest height at which anything was compared. */
  public long height() {
    return height;
  }

  public long records() {
    return records;
  }

  public long transactions() {
    return transactions;
  }

  /** A line for each block that was skipped by a decision. */
  public List<String> skipped() {
    return skipped;
  }

  /** The application hash after the last block, in hex. */
  public String appHash() {
    return HexFormat.of().formatHex(appHash);
  }
}
