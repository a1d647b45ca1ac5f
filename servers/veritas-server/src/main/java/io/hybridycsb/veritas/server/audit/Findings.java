package io.hybridycsb.veritas.server.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The faults, each with the node and the height or key. The same fault at consecutive heights of a
 * node is one finding.
 */
public final class Findings {
  private static final int KEPT_MAX = 1000;

  private final List<Finding> kept = new ArrayList<>();
  private final Map<Kind, Finding> newest = new HashMap<>();
  private long dropped;

  private record Kind(String node, String text) {}

  private static final class Finding {
    private final Kind kind;
    private final long from;
    private long to;

    Finding(Kind kind, long from, long to) {
      this.kind = kind;
      this.from = from;
      this.to = to;
    }

    @Override
    public String toString() {
      String where =
          to == 0
              ? ""
              : from == to ? "height " + to + ": " : "heights " + from + " to " + to + ": ";
      return kind.node() + ": " + where + kind.text();
    }
  }

  /** Adds a fault of a node as a whole, or of a key that the text names. */
  public void add(String node, String text) {
    keep(new Finding(new Kind(node, text), 0, 0));
  }

  void atHeight(String node, long height, String text) {
    Kind kind = new Kind(node, text);
    Finding before = newest.get(kind);
    if (before != null && (before.to == height || before.to + 1 == height)) {
      before.to = height;
    } else {
      keep(new Finding(kind, height, height));
    }
  }

  void atHeights(String node, long from, long to, String text) {
    keep(new Finding(new Kind(node, text), from, to));
  }

  private void keep(Finding finding) {
    if (kept.size() < KEPT_MAX) {
      kept.add(finding);
      newest.put(finding.kind, finding);
    } else {
      dropped++;
    }
  }

  /** Whether anything is wrong with a node. */
  boolean has(String node) {
    return kept.stream().anyMatch(finding -> finding.kind.node().equals(node));
  }

  /** How many there are. */
  public long count() {
    return kept.size() + dropped;
  }

  /** One line for each finding, the first {@value #KEPT_MAX} of them. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(kept.stream().map(Finding::toString).toList());
    if (dropped > 0) {
      lines.add("… and " + dropped + " findings more");
    }
    return lines;
  }
}
