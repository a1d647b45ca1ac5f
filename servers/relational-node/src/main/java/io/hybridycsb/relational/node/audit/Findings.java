package io.hybridycsb.relational.node.audit;

import java.util.ArrayList;
import java.util.List;

/** What is wrong, one line each. */
public final class Findings {
  private static final int KEPT_MAX = 1_000;

  private final List<String> kept = new ArrayList<>();
  private long dropped;

  /** Adds what is wrong with a node. What it names may come from anybody, a key for instance. */
  public void add(String node, String text) {
    if (kept.size() < KEPT_MAX) {
      kept.add(inOneLine(node + ": " + text));
    } else {
      dropped++;
    }
  }

  /** Shows control characters, and those that turn or hide text, by their numbers. */
  private static String inOneLine(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
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
