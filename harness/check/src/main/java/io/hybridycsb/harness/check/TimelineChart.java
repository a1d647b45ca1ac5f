package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.Counterexample.Line;
import io.hybridycsb.harness.files.Markup;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * A counterexample as a drawing: a row for each operation, grouped by client, with a bar from its
 * invocation to its completion. Pauses in which nothing begins or ends are shortened, because
 * operations of some milliseconds may contradict each other over minutes.
 */
final class TimelineChart {
  private static final int WIDTH = 960;
  private static final int LEFT = 150;
  private static final int RIGHT = 24;
  private static final int TOP = 40;
  private static final int ROW = 46;
  private static final int BAR = 14;
  private static final int TICK_WIDTH = 90;
  private static final double NANOS_PER_MS = 1e6;

  private final Counterexample counterexample;
  private final List<Line> rows;

  /** The position of each instant at which something begins or ends. */
  private final TreeMap<Long, Double> positions = new TreeMap<>();

  TimelineChart(Counterexample counterexample) {
    this.counterexample = counterexample;
    this.rows =
        counterexample.lines().stream()
            .sorted(Comparator.comparing((Line line) -> line.operation().process()))
            .toList();
    placeInstants();
  }

  private void placeInstants() {
    for (Line line : rows) {
      positions.put(line.operation().invokedNanos(), 0.0);
      if (!line.isPending()) {
        positions.put(line.operation().completedNanos(), 0.0);
      }
    }
    double weight = 0;
    Long last = null;
    for (Long instant : positions.keySet()) {
      weight += last == null ? 0 : 0.5 + Math.log10(1 + (instant - last) / NANOS_PER_MS);
      positions.put(instant, weight);
      last = instant;
    }
    // Leaves room for operations without an end.
    double all = Math.max(weight * 1.08, 1);
    positions.replaceAll((instant, at) -> LEFT + at / all * (WIDTH - LEFT - RIGHT));
  }

  /** Writes it as an SVG element. */
  void draw(Markup page) {
    int bottom = TOP + rows.size() * ROW;
    page.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, bottom + 8),
        "role",
        "img",
        "aria-label",
        "timeline");
    drawTicks(page, bottom);
    String client = "";
    for (int i = 0; i < rows.size(); i++) {
      Line line = rows.get(i);
      int y = TOP + i * ROW;
      if (!line.operation().process().equals(client)) {
        client = line.operation().process();
        page.empty("line", "class", "lane", "x1", 0, "x2", WIDTH, "y1", y, "y2", y);
        page.element("text", client, "class", "client", "x", 4, "y", y + 34);
      }
      drawOperation(page, line, y);
    }
    page.close();
  }

  private void drawTicks(Markup page, int bottom) {
    page.element("text", "client", "class", "tick", "x", 4, "y", 18);
    double lastLabel = Double.NEGATIVE_INFINITY;
    for (var position : positions.entrySet()) {
      double x = position.getValue();
      page.empty("line", "class", "grid", "x1", x, "x2", x, "y1", TOP - 12, "y2", bottom);
      if (x - lastLabel >= TICK_WIDTH) {
        String label = Counterexample.millis(position.getKey() - counterexample.startNs());
        boolean atEnd = x > WIDTH - TICK_WIDTH;
        text(page, label + " ms", "tick", atEnd, atEnd ? WIDTH : x, 18);
        lastLabel = x;
      }
    }
  }

  private void drawOperation(Markup page, Line line, int y) {
    double from = positions.get(line.operation().invokedNanos());
    double to =
        line.isPending() ? WIDTH - RIGHT / 2.0 : positions.get(line.operation().completedNanos());
    Operation.Kind kind = line.operation().kind();
    String classes =
        (kind == Operation.Kind.SCANNED ? Operation.Kind.READ : kind)
                .name()
                .toLowerCase(Locale.ROOT)
            + (line.isPending() ? " pending" : "")
            + (line.contradictory() ? " wrong" : "");
    page.open("g", "class", classes).element("title", times(line));
    double width = Math.max(to - from, 3);
    page.empty("rect", "x", from, "y", y + 26, "width", width, "height", BAR, "rx", 4);
    boolean atEnd = from > (WIDTH + LEFT) / 2.0;
    String text = (line.contradictory() ? "✗ " : "") + line.text();
    text(page, text, null, atEnd, atEnd ? to : from, y + 20);
    page.close();
  }

  private String times(Line line) {
    long start = counterexample.startNs();
    String end = line.isPending() ? "an unknown time" : line.to(start, "") + " ms";
    return "%s ms to %s: %s".formatted(line.from(start), end, line.text());
  }

  /** A text that begins at x, or ends there. */
  private static void text(
      Markup page, String text, String style, boolean endsThere, double x, int y) {
    String anchor = endsThere ? "end" : null;
    page.element("text", text, "class", style, "x", x, "y", y, "text-anchor", anchor);
  }
}
