package io.hybridycsb.relational.node.audit;

import io.hybridycsb.relational.node.database.Snapshot;
import io.hybridycsb.relational.node.database.Snapshot.HashedRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Compares one table of all nodes, key by key, in memory for one row each. */
final class SameRows {
  private static final String ABSENT = "none";

  private final String what;
  private final Findings findings;
  private final Progress progress;
  private final Set<String> differing = new HashSet<>();

  /**
   * @param what the table, for messages
   */
  SameRows(String what, Findings findings, Progress progress) {
    this.what = what;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Adds a finding for each node that has not what most have, with the first key.
   *
   * @return how many rows there are, of all nodes together
   */
  long compare(Map<String, Snapshot> nodes, Function<Snapshot, Snapshot.Cursor> rows) {
    Map<String, Snapshot.Cursor> cursors = new LinkedHashMap<>();
    try {
      nodes.forEach((node, snapshot) -> cursors.put(node, rows.apply(snapshot)));
      Map<String, HashedRow> heads = new LinkedHashMap<>();
      cursors.forEach((node, cursor) -> heads.put(node, cursor.next()));
      long count = 0;
      for (String key = lowest(heads); key != null; key = lowest(heads)) {
        compare(key, heads);
        String current = key;
        heads.replaceAll(
            (node, row) ->
                row != null && row.key().equals(current) ? cursors.get(node).next() : row);
        progress.say("%s: %d rows compared", what, ++count);
      }
      return count;
    } finally {
      cursors.values().forEach(Snapshot.Cursor::close);
    }
  }

  private static String lowest(Map<String, HashedRow> heads) {
    String lowest = null;
    for (HashedRow row : heads.values()) {
      if (row != null && (lowest == null || isBefore(row.key(), lowest))) {
        lowest = row.key();
      }
    }
    return lowest;
  }

  private static boolean isBefore(String key, String other) {
    return Arrays.compareUnsigned(
            key.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8))
        < 0;
  }

  private void compare(String key, Map<String, HashedRow> heads) {
    Map<String, List<String>> nodesByContent = new LinkedHashMap<>();
    heads.forEach(
        (node, row) -> {
          boolean has = row != null && row.key().equals(key);
          String content = has ? HexFormat.of().formatHex(row.hash()) : ABSENT;
          nodesByContent.computeIfAbsent(content, each -> new ArrayList<>()).add(node);
        });
    if (nodesByContent.size() == 1) {
      return;
    }
    String most = ABSENT;
    for (Map.Entry<String, List<String>> each : nodesByContent.entrySet()) {
      if (each.getValue().size() > nodesByContent.getOrDefault(most, List.of()).size()) {
        most = each.getKey();
      }
    }
    Map<String, List<String>> others = new HashMap<>(nodesByContent);
    List<String> agreed = others.remove(most);
    for (Map.Entry<String, List<String>> other : others.entrySet()) {
      for (String node : other.getValue()) {
        if (differing.add(node)) {
          findings.add(node, difference(key, most, other.getKey(), agreed));
        }
      }
    }
  }

  private String difference(String key, String most, String own, List<String> agreed) {
    String how =
        own.equals(ABSENT) ? "is missing" : most.equals(ABSENT) ? "is too many" : "differs";
    return "%s: %s %s, compared with %s; the first such key of this node"
        .formatted(what, key, how, String.join(", ", agreed));
  }
}
