package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * One horizontal bar for each row, with its value in figures.
 *
 * @param fromZero whether a bar's length has a meaning; otherwise markers on thin stems are drawn
 */
public record RowChart(List<Row> rows, Scale x, String xLabel, boolean fromZero) implements Chart {
  private static final double TOP = 4;
  private static final double BOTTOM = 40;
  private static final double ROW = 30;

  /**
   * A row.
   *
   * @param value along x
   * @param published published values, along x
   */
  public record Row(String name, Look look, Series.Mark value, List<Series.Mark> published) {
    public Row {
      published = List.copyOf(published);
    }
  }

  public RowChart {
    rows = List.copyOf(rows);
  }

  @Override
  public int height() {
    return (int) (TOP + rows.size() * ROW + BOTTOM);
  }

  @Override
  public List<LegendEntry> legend() {
    List<LegendEntry> entries = new ArrayList<>();
    if (rows.stream().anyMatch(row -> !row.published().isEmpty())) {
      entries.add(new LegendEntry(Plot.PUBLISHED, Swatches.published()));
    }
    return entries;
  }

  @Override
  public void draw(Markup svg) {
    RowFrame frame = new RowFrame(rows.stream().map(Row::name).toList(), valueWidth(), x, TOP, ROW);
    frame.draw(svg, xLabel);
    for (int i = 0; i < rows.size(); i++) {
      frame.name(svg, i, rows.get(i).look());
      drawRow(svg, frame, rows.get(i), frame.middle(i));
    }
  }

  private double valueWidth() {
    return rows.stream().mapToDouble(row -> Texts.width(text(row))).max().orElse(0);
  }

  private static String text(Row row) {
    return Numbers.text(row.value().y());
  }

  private void drawRow(Markup svg, RowFrame frame, Row row, double y) {
    RowMarks.draw(svg, row, fromZero, frame.left(), frame::x, y);
    frame.value(svg, text(row), y);
  }
}
