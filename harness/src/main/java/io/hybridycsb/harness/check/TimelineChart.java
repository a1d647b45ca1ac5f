package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.Counterexample.Line;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * A counterexample as a drawing: a row for each operation, grouped by client, with a bar from its
 * invocation to its completion. Pauses in which nothing begins or ends are drawn shorter than they
 * were, for operations of some milliseconds may contradict each other over minutes.
 */
final class TimelineChart {
  private static final int WIDTH = 960;
  private static final int LEFT = 150;
  private static final int RIGHT = 24;
  private static final int TOP = 40;
  private static final int ROW = 46;
  private static final int BAR = 14;
  private static final int TICK_WIDTH = 90;
  private static final String ANCHOR_END = " text-anchor=\"end\"";
  private static final double NANOS_PER_MS = 1e6;

  private final Counterexample counterexample;
  private final List<Line> rows;

  /** Where each instant at which something begins or ends is drawn. */
  private final TreeMap<Long, Double> positions = new TreeMap<>();

  private final StringBuilder svg = new StringBuilder();

  private TimelineChart(Counterexample counterexample) {
    this.counterexample = counterexample;
    this.rows =
        counterexample.lines().stream()
            .sorted(Comparator.comparing((Line line) -> line.operation().process()))
            .toList();
    placeInstants();
  }

  static String svg(Counterexample counterexample) {
    return new TimelineChart(counterexample).draw();
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
    // Room for the end of what has none.
    double all = Math.max(weight * 1.08, 1);
    positions.replaceAll((instant, at) -> LEFT + at / all * (WIDTH - LEFT - RIGHT));
  }

  private String draw() {
    int bottom = TOP + rows.size() * ROW;
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"timeline\">\n"
            .formatted(WIDTH, bottom + 8));
    drawTicks(bottom);
    String client = "";
    for (int i = 0; i < rows.size(); i++) {
      Line line = rows.get(i);
      int y = TOP + i * ROW;
      if (!line.operation().process().equals(client)) {
        client = line.operation().process();
        append("<line class=\"lane\" x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>", WIDTH, y, y);
        append("<text class=\"client\" x=\"4\" y=\"%d\">%s</text>", y + 34, Html.escape(client));
      }
      drawOperation(line, y);
    }
    return svg.append("</svg>\n").toString();
  }

  private void drawTicks(int bottom) {
    append("<text class=\"tick\" x=\"4\" y=\"18\">client</text>");
    double lastLabel = Double.NEGATIVE_INFINITY;
    for (var position : positions.entrySet()) {
      double x = position.getValue();
      append(
          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
          x, x, TOP - 12, bottom);
      if (x - lastLabel >= TICK_WIDTH) {
        String label = Counterexample.millis(position.getKey() - counterexample.startNs());
        boolean atEnd = x > WIDTH - TICK_WIDTH;
        append(
            "<text class=\"tick\" x=\"%.1f\" y=\"18\"%s>%s ms</text>",
            atEnd ? WIDTH : x, atEnd ? ANCHOR_END : "", label);
        lastLabel = x;
      }
    }
  }

  private void drawOperation(Line line, int y) {
    double from = positions.get(line.operation().invokedNanos());
    double to =
        line.isPending() ? WIDTH - RIGHT / 2.0 : positions.get(line.operation().completedNanos());
    String classes =
        line.operation().kind().name().toLowerCase(Locale.ROOT)
            + (line.isPending() ? " pending" : "")
            + (line.contradictory() ? " wrong" : "");
    append("<g class=\"%s\"><title>%s</title>", classes, Html.escape(times(line)));
    append(
        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"4\"/>",
        from, y + 26, Math.max(to - from, 3), BAR);
    boolean atEnd = from > (WIDTH + LEFT) / 2.0;
    append(
        "<text x=\"%.1f\" y=\"%d\"%s>%s</text></g>",
        atEnd ? to : from,
        y + 20,
        atEnd ? ANCHOR_END : "",
        (line.contradictory() ? "✗ " : "") + Html.escape(line.text()));
  }

  private String times(Line line) {
    long start = counterexample.startNs();
    return "%s ms to %s: %s"
        .formatted(
            Counterexample.millis(line.operation().invokedNanos() - start),
            line.isPending()
                ? "an unknown time"
                : Counterexample.millis(line.operation().completedNanos() - start) + " ms",
            line.text());
  }

  private void append(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
