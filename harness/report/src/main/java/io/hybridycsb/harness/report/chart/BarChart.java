package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/**
 * Bars in groups, one group for each category.
 *
 * @param fromZero whether the axis has a zero, so that a bar's length has a meaning; otherwise, as
 *     on a logarithmic axis, thin stems with markers show the values
 */
public record BarChart(Plot plot, boolean fromZero) implements Chart {
  private static final double GROUP_SHARE = 0.78;
  private static final double BAR_WIDTH_MAX = 30;

  @Override
  public int height() {
    return Frame.HEIGHT;
  }

  @Override
  public List<LegendEntry> legend() {
    return plot.legend(false);
  }

  @Override
  public void draw(Markup svg) {
    Frame frame = new Frame(plot, true);
    frame.draw(svg);
    List<String> names = plot.series().stream().map(Series::name).distinct().toList();
    double group = frame.width() / Math.max(1, plot.x().ticks().size()) * GROUP_SHARE;
    double slot = Math.min(BAR_WIDTH_MAX + 4, group / Math.max(1, names.size()));
    for (Series series : plot.series()) {
      double offset = (names.indexOf(series.name()) - (names.size() - 1) / 2.0) * slot;
      svg.open("g", "class", LineChart.markClass(series));
      for (Series.Mark mark : series.marks()) {
        double x = frame.x(mark.x()) + offset;
        if (series.kind() != Series.Kind.PUBLISHED) {
          drawBar(svg, frame, series, mark, x, Math.max(1, slot - (slot > 8 ? 3 : 1)));
        }
        if (series.kind() == Series.Kind.PUBLISHED || !fromZero) {
          LineChart.drawMark(svg, frame, series, mark, x);
        }
      }
      svg.close();
    }
  }

  private void drawBar(
      Markup svg, Frame frame, Series series, Series.Mark mark, double x, double width) {
    double top = frame.y(mark.y());
    double bottom = frame.bottom();
    String colour = series.style().colourClass();
    if (!fromZero) {
      svg.empty("path", "class", colour + " stem", "d", Frame.path(x, bottom, x, top));
      return;
    }
    svg.open("g", "class", mark.style());
    svg.element("title", mark.tip());
    double height = Math.max(0.5, bottom - top);
    Drawing.rectangle(svg, colour + " bar", x - width / 2, top, width, height);
    double tick = Math.min(Series.Mark.TICK, width / 2);
    String repeats = mark.upright(frame::y, x, tick);
    if (!repeats.isEmpty()) {
      svg.empty("path", "class", "spread any", "d", repeats);
    }
    svg.close();
  }
}
