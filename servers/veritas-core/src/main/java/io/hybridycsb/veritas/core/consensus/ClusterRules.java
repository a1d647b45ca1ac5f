package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What decides, beside a transaction and the log before it, how the transaction ends: the cluster's
 * name, nodes, clients, validators, approval policy, and those limits that differ from their
 * defaults. Nodes that differ in it would come to different ledgers. Addresses are no part of it.
 */
public final class ClusterRules {
  private final SortedSet<String> lines;

  private ClusterRules(SortedSet<String> lines) {
    this.lines = lines;
  }

  public static ClusterRules of(ClusterConfig cluster, TransactionLimits limits) {
    SortedSet<String> lines = new TreeSet<>();
    lines.add("cluster " + oneLine(cluster.cluster()));
    cluster.nodes().forEach(node -> lines.add(member("node", node)));
    cluster.clients().forEach(client -> lines.add(member("client", client)));
    cluster
        .validators()
        .ifPresentOrElse(
            chain -> {
              lines.add("chain " + oneLine(chain.chainId()));
              chain
                  .validators()
                  .forEach(
                      validator ->
                          lines.add(
                              "validator %s %s %d"
                                  .formatted(
                                      HexFormat.of().formatHex(validator.publicKey()),
                                      oneLine(validator.name()),
                                      validator.power())));
            },
            () -> lines.add("approvalPolicy " + cluster.approvalPolicy()));
    TransactionLimits defaults = TransactionLimits.DEFAULT;
    addLimit(lines, "record.bytes.max", limits.bytesMax(), defaults.bytesMax());
    addLimit(lines, "transaction.operations.max", limits.operationsMax(), defaults.operationsMax());
    addLimit(lines, "state.value.bytes.max", limits.valueBytesMax(), defaults.valueBytesMax());
    return new ClusterRules(lines);
  }

  private static String member(String kind, Member member) {
    return "%s %s %s"
        .formatted(kind, HexFormat.of().formatHex(member.publicKey()), oneLine(member.name()));
  }

  private static String oneLine(String name) {
    return name.replaceAll("\\R", " ");
  }

  private static void addLimit(SortedSet<String> lines, String name, int value, int byDefault) {
    if (value != byDefault) {
      lines.add(name + " " + value);
    }
  }

  /** Reads what {@link #text} has written. */
  public static ClusterRules parse(String text) {
    return new ClusterRules(new TreeSet<>(text.lines().toList()));
  }

  /** One line for each rule, in the order of their characters. */
  public String text() {
    return String.join("\n", lines) + "\n";
  }

  /** SHA-256 of the text. */
  public byte[] hash() {
    return Hashes.sha256(text().getBytes(StandardCharsets.UTF_8));
  }

  /** What is new and what is missing since then, a line each; nothing if these are the same. */
  public List<String> changesSince(ClusterRules before) {
    List<String> changes = new ArrayList<>();
    lines.stream()
        .filter(line -> !before.lines.contains(line))
        .map("new: "::concat)
        .forEach(changes::add);
    before.lines.stream()
        .filter(line -> !lines.contains(line))
        .map("missing: "::concat)
        .forEach(changes::add);
    return changes;
  }
}
