package io.hybridycsb.harness.report.chart;

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

  public enum Kind {
    /** Markers, joined by a line where the chart has lines. */
    MEASURED,
    /** Hollow markers, never joined, for published values. */
    PUBLISHED,
    /** A line without markers. */
    CURVE
  }

  /**
   * A value, with the range of its single measurements.
   *
   * @param low the least measurement; the value itself if there is only one
   * @param high the greatest measurement
   * @param tip the text shown under the pointer
   */
  public record Mark(double x, double y, double low, double high, String tip) {
    public Mark(double x, double y, String tip) {
      this(x, y, y, y, tip);
    }
  }
}
