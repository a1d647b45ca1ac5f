package io.hybridycsb.relational.node.audit;

import java.util.ArrayList;
import java.util.List;

/** What is wrong, one line each. */
public final class Findings {
  private static final int KEPT_MAX = 1_000;

  private final List<String> kept = new ArrayList<>();
  private long dropped;

  /** Adds what is wrong with a node. */
  public void add(String node, String text) {
    if (kept.size() < KEPT_MAX) {
      kept.add(node + ": " + text);
    } else {
      dropped++;
    }
  }

  /** How many there are. */
  public long count() {
    return kept.size() + dropped;
  }

  /** The first {@value #KEPT_MAX} of them. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(kept);
    if (dropped > 0) {
      lines.add("… and " + dropped + " findings more");
    }
    return lines;
  }
}
