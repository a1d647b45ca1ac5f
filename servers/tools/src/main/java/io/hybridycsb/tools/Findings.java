package io.hybridycsb.tools;

import java.util.ArrayList;
import java.util.List;

/** What an audit finds wrong, one line each, of which the first are kept. */
public final class Findings {
  private static final int KEPT_MAX = 20;

  private final List<String> kept = new ArrayList<>();
  private long count;

  public void add(String text) {
    if (kept.size() < KEPT_MAX) {
      kept.add(text);
    }
    count++;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The first {@value #KEPT_MAX} of them, and how many there are more. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(kept);
    if (count > kept.size()) {
      lines.add("and %d more".formatted(count - kept.size()));
    }
    return lines;
  }
}
