package io.hybridycsb.commands;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an audit finds wrong, one line each, of which the first are kept. The same fault at
 * consecutive heights of a node is one finding. What a finding names may come from anybody, a key
 * for instance, so control characters, and those that turn or hide text, are shown by their
 * numbers.
 */
public final class Findings {
  private static final int KEPT_MAX = 1_000;

  private final List<Finding> kept = new ArrayList<>();
  private final Map<Kind, Finding> newest = new HashMap<>();
  private long count;

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

    private String line() {
      String node = kind.node().isEmpty() ? "" : kind.node() + ": ";
      String heights = from == to ? "height " + to : "heights " + from + " to " + to;
      return inOneLine(node + (to == 0 ? "" : heights + ": ") + kind.text());
    }
  }

  /** Adds a fault of the whole. */
  public void add(String text) {
    add("", text);
  }

  /** Adds a fault of a node as a whole, or of a key that the text names. */
  public void add(String node, String text) {
    keep(new Finding(new Kind(node, text), 0, 0));
  }

  /** Adds a fault of a node at a height. */
  public void atHeight(String node, long height, String text) {
    Finding before = newest.get(new Kind(node, text));
    if (before != null && (before.to == height || before.to + 1 == height)) {
      before.to = height;
    } else {
      atHeights(node, height, height, text);
    }
  }

  /** Adds a fault of a node from a height on, up to another. */
  public void atHeights(String node, long from, long to, String text) {
    keep(new Finding(new Kind(node, text), from, to));
  }

  private void keep(Finding finding) {
    count++;
    if (kept.size() < KEPT_MAX) {
      kept.add(finding);
      newest.put(finding.kind, finding);
    }
  }

  private static String inOneLine(String text) {
    StringBuilder line = new StringBuilder();
    for (char each : text.toCharArray()) {
      switch (Character.getType(each)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR ->
            line.append("\\u%04x".formatted((int) each));
        default -> line.append(each);
      }
    }
    return line.toString();
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** Whether anything is wrong with a node. */
  public boolean has(String node) {
    return kept.stream().anyMatch(finding -> finding.kind.node().equals(node));
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The first {@value #KEPT_MAX} of them, and how many there are more. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(kept.stream().map(Finding::line).toList());
    if (count > kept.size()) {
      lines.add("and %d more".formatted(count - kept.size()));
    }
    return lines;
  }
}
