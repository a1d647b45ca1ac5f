package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;

/**
 * A chart in cells of a table, one above the other on one axis: a cell for each row, and one with
 * the axis' labels.
 *
 * @param fromZero as {@link RowChart} has it
 */
public record RowCells(Scale x, boolean fromZero) {
  /** That of a phone's screen at most, so that texts don't shrink. */
  private static final double WIDTH = 320;

  private static final double HEIGHT = 40;
  private static final double LABELS = 22;
  private static final double LEFT = 8;
  private static final double RIGHT = 14;

  private double at(double value) {
    return LEFT + x.at(value) * (WIDTH - LEFT - RIGHT);
  }

  private static void open(Markup page, double height, String label) {
    page.open(
        "svg",
        "viewBox",
        "0 0 %s %s".formatted(Markup.coordinate(WIDTH), Markup.coordinate(height)),
        "role",
        label.isEmpty() ? null : "img",
        "aria-label",
        label.isEmpty() ? null : label,
        "aria-hidden",
        label.isEmpty() ? "true" : null);
  }

  /** A row, inline in a page. */
  public void row(Markup page, RowChart.Row row) {
    open(page, HEIGHT, row.value().tip());
    StringBuilder grid = new StringBuilder();
    x.ticks()
        .forEach(tick -> grid.append(Frame.path(at(tick.value()), 0, at(tick.value()), HEIGHT)));
    page.empty("path", "class", "grid", "d", grid);
    page.empty("path", "class", "axis", "d", Frame.path(LEFT, 0, LEFT, HEIGHT));
    row.draw(page, fromZero, LEFT, this::at, HEIGHT / 2);
    page.close();
  }

  /** The labels, inline in a page. */
  public void axis(Markup page) {
    open(page, LABELS, "");
    for (Scale.Tick tick : x.apart(this::at)) {
      double half = Texts.width(tick.label()) / 2;
      double middle = Math.max(half, Math.min(WIDTH - half, at(tick.value())));
      Drawing.text(page, tick.label(), "tick", middle, 15, "middle");
    }
    page.close();
  }

  /** A system's marker, inline in a page. */
  public static void marker(Markup page, SeriesStyle style) {
    page.open("svg", "viewBox", "-8 -7 16 14", "width", 16, "height", 14, "aria-hidden", "true");
    style.marker(page, 0, 0, false);
    page.close();
  }
}
