package io.hybridycsb.harness.bench.told;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of a summary, each with a label; texts that are too long go on below themselves. */
public final class SummaryLines {
  private static final int WIDTH = 100;
  private static final String LABELLED = "  %-14s %s";
  private static final int INDENT = LABELLED.formatted("", "").length();

  private final List<String> lines = new ArrayList<>();

  public void add(String label, String format, Object... values) {
    String before = label;
    for (String text : wrapped(String.format(Locale.ROOT, format, values))) {
      lines.add(LABELLED.formatted(before, text));
      before = "";
    }
  }

  /** A line without a label, which isn't parted. */
  public void addHead(String text) {
    lines.add("  " + text);
  }

  public void addBlank() {
    lines.add("");
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** A word that is longer than a line has one of its own. */
  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && INDENT + line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
