package io.hybridycsb.harness.report.chart;

import java.util.List;

/**
 * What belongs together in a chart.
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

  /** How a series is drawn. */
  public enum Kind {
    /** Markers, joined by a line where the chart has lines. */
    MEASURED,
    /** Hollow markers, never joined: what somebody else has published. */
    PUBLISHED,
    /** A line without markers. */
    CURVE
  }

  /**
   * A value, and how far single measurements of it went.
   *
   * @param low the least of them; the value itself where there is but one
   * @param high the greatest of them
   * @param tip what is told of it when pointed at
   */
  public record Mark(double x, double y, double low, double high, String tip) {
    public Mark(double x, double y, String tip) {
      this(x, y, y, y, tip);
    }
  }
}
