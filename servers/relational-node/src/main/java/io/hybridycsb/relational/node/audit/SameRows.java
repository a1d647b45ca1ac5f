package io.hybridycsb.relational.node.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.relational.node.database.Snapshot;
import io.hybridycsb.relational.node.database.Snapshot.HashedRow;
import io.hybridycsb.relational.node.database.Snapshot.Page;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares one table of all nodes, key by key, a part at a time. Each part is read in snapshots of
 * its own, of one height, and is so short that no definition waits long for them. Keys don't
 * change, so a record that is inserted behind what was compared is one of a later height.
 */
final class SameRows {
  private static final String ABSENT = "none";
  private static final int SHOWN_DIGITS = 16;
  private static final Comparator<String> BY_BYTES =
      (key, other) ->
          Arrays.compareUnsigned(
              key.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

  /** Reads a page of a node's rows. */
  interface Rows {
    /**
     * @param after the key after which they begin; empty: with the first
     * @return empty if the node has no such table
     */
    Optional<Page<HashedRow>> page(Snapshot snapshot, Optional<String> after);
  }

  private final String what;
  private final Rows rows;
  private final long partNs;
  private final Findings findings;
  private final Progress progress;
  private final Set<String> differing = new HashSet<>();

  /** Up to this key all is compared. */
  private Optional<String> compared = Optional.empty();

  private long count;

  /**
   * @param what the table, for messages
   * @param part how long snapshots are kept, about; a page at least is read of each
   */
  SameRows(String what, Rows rows, Duration part, Findings findings, Progress progress) {
    this.what = what;
    this.rows = rows;
    this.partNs = part.toNanos();
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Adds a finding for each node that has not what most have, with the first key; or if most don't
   * agree, one for all.
   *
   * @return how many rows there are, of all nodes together
   */
  long compare(Snapshots snapshots) {
    boolean more = true;
    while (more) {
      more = snapshots.read(this::comparePart);
    }
    return count;
  }

  /** Returns whether there is more. */
  private boolean comparePart(Snapshots.Common nodes) {
    long ends = System.nanoTime() + partNs;
    boolean more;
    do {
      more = comparePage(nodes);
    } while (more && System.nanoTime() - ends < 0);
    return more;
  }

  /** Compares up to where every node's page goes. */
  private boolean comparePage(Snapshots.Common nodes) {
    Map<String, Page<HashedRow>> pages = new LinkedHashMap<>();
    nodes
        .ask(snapshot -> rows.page(snapshot, compared))
        .forEach((node, answer) -> answer.ifPresent(page -> pages.put(node, page)));
    Optional<String> end =
        pages.values().stream()
            .filter(page -> !page.isLast())
            .map(page -> page.rows().get(page.rows().size() - 1).key())
            .min(BY_BYTES);
    SortedSet<String> keys = new TreeSet<>(BY_BYTES);
    Map<String, Map<String, String>> contents = new LinkedHashMap<>();
    pages.forEach(
        (node, page) -> {
          Map<String, String> content = new HashMap<>();
          for (HashedRow row : page.rows()) {
            if (end.isEmpty() || BY_BYTES.compare(row.key(), end.get()) <= 0) {
              keys.add(row.key());
              content.put(row.key(), HexFormat.of().formatHex(row.hash()));
            }
          }
          contents.put(node, content);
        });
    keys.forEach(key -> compare(key, contents));
    count += keys.size();
    progress.say("%s: %d rows compared", what, count);
    compared = end;
    return end.isPresent();
  }

  private void compare(String key, Map<String, Map<String, String>> contents) {
    Map<String, String> contentByNode = new LinkedHashMap<>();
    contents.forEach((node, content) -> contentByNode.put(node, content.getOrDefault(key, ABSENT)));
    Agreement<String> agreement = Agreement.of(contentByNode);
    if (agreement.ofAll()) {
      return;
    }
    Optional<String> most = agreement.most();
    if (most.isPresent()) {
      List<String> agreed = agreement.nodesByContent().get(most.get());
      contentByNode.forEach(
          (node, content) -> {
            if (!content.equals(most.get()) && differing.add(node)) {
              findings.add(node, difference(key, most.get(), content, agreed));
            }
          });
    } else if (differing.addAll(agreement.nodes())) {
      findings.add(
          String.join(", ", agreement.nodes()),
          "%s: %s differs, and no more than half of them have the same: %s; the first such key"
              .formatted(what, key, agreement.shown(SameRows::shown)));
    }
  }

  private static String shown(String content) {
    return content.equals(ABSENT)
        ? "it is missing on"
        : content.substring(0, SHOWN_DIGITS) + "… is the hash on";
  }

  private String difference(String key, String most, String own, List<String> agreed) {
    String how =
        own.equals(ABSENT) ? "is missing" : most.equals(ABSENT) ? "is too many" : "differs";
    return "%s: %s %s, compared with %s; the first such key of this node"
        .formatted(what, key, how, String.join(", ", agreed));
  }
}
