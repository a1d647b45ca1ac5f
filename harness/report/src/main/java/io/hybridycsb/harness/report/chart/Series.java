package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.List;

/**
 * Marks that belong together in a chart.
 *
 * @param strength from 0 (faint) to 1, to tell apart several series of one look
 * @param marks in the order in which a line joins them
 */
public record Series(String name, Look look, Kind kind, double strength, List<Mark> marks) {
  public Series {
    marks = List.copyOf(marks);
  }

  public Series(String name, Look look, Kind kind, List<Mark> marks) {
    this(name, look, kind, 1, marks);
  }

  /** Draws the symbol of a legend: the marker, on a piece of the line if there are lines. */
  void key(Markup svg, boolean line) {
    if (line) {
      svg.empty("path", "class", look.colourClass() + " line", "d", "M-8,0H8");
    }
    look.marker(svg, 0, 0, false);
  }

  public enum Kind {
    /** Markers, joined by a line where the chart has lines. */
    MEASURED,
    /** Hollow markers, never joined, for published values. */
    PUBLISHED,
    /** A line without markers. */
    CURVE
  }

  /**
   * A value, with the measurements whose mean it is.
   *
   * @param repeats along y; none if they aren't known
   * @param tip the text shown under the pointer
   */
  public record Mark(double x, double y, List<Double> repeats, String tip) {
    public Mark {
      repeats = List.copyOf(repeats);
    }

    public Mark(double x, double y, String tip) {
      this(x, y, List.of(), tip);
    }
  }
}
