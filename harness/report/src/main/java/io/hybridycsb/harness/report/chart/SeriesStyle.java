package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * A series' colour and marker; the marker is for readers who don't see colours.
 *
 * @param colour number of a colour of the palette, from 0
 */
public record SeriesStyle(int colour, Shape shape) {
  /** How many colours there are for series. */
  public static final int COLOURS = 12;

  /** Shapes of markers, of about equal area. */
  public enum Shape {
    CIRCLE("M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z"),
    SQUARE("M-3.6,-3.6h7.2v7.2h-7.2z"),
    TRIANGLE("M0,-4.8L4.6,3.4H-4.6z"),
    DIAMOND("M0,-5.2L4.4,0L0,5.2L-4.4,0z"),
    UPSIDE_DOWN("M0,4.8L4.6,-3.4H-4.6z"),
    PLUS("M-1.7,-4.8h3.4v3.1h3.1v3.4h-3.1v3.1h-3.4v-3.1h-3.1v-3.4h3.1z"),
    HEXAGON("M-4.8,0L-2.4,-4.1H2.4L4.8,0L2.4,4.1H-2.4z"),
    CROSS(
        "M-4.4,-2.6L-2.6,-4.4L0,-1.8L2.6,-4.4L4.4,-2.6L1.8,0L4.4,2.6L2.6,4.4L0,1.8L-2.6,4.4L-4.4,2.6L-1.8,0z");

    private final String path;

    Shape(String path) {
      this.path = path;
    }
  }

  /** How many styles differ: each colour in each shape. */
  public static final int STYLES = COLOURS * Shape.values().length;

  /** A style of the palette; each repetition of a colour has another shape. */
  public static SeriesStyle of(int number) {
    Shape[] shapes = Shape.values();
    int repetition = number / COLOURS;
    return new SeriesStyle(
        Math.floorMod(number, COLOURS), shapes[Math.floorMod(number + repetition, shapes.length)]);
  }

  /** The style sheet's class for the colour. */
  String colourClass() {
    return "s" + colour;
  }

  void marker(Markup svg, double x, double y, boolean hollow) {
    marker(svg, x, y, hollow, "");
  }

  /**
   * A marker, drawn once for all in {@link #shapes}.
   *
   * @param tip the text under the pointer; may be empty
   */
  void marker(Markup svg, double x, double y, boolean hollow, String tip) {
    place(svg, x, y, tip, "class", markClass(hollow));
  }

  /** The style sheet's class for a marker, or for a group of them. */
  String markClass(boolean hollow) {
    return colourClass() + (hollow ? " hollow" : " mark");
  }

  /**
   * A marker in a group that has the {@link #markClass}, or with a class of its own.
   *
   * @param tip the text under the pointer; may be empty
   */
  void place(Markup svg, double x, double y, String tip, Object... styled) {
    List<Object> attributes = new ArrayList<>(List.of(styled));
    attributes.addAll(List.of("href", "#m" + shape.ordinal()));
    if (x != 0 || y != 0) {
      attributes.addAll(List.of("x", x, "y", y));
    }
    if (tip.isEmpty()) {
      svg.empty("use", attributes.toArray());
    } else {
      svg.open("use", attributes.toArray()).element("title", tip).close();
    }
  }

  /** The shapes of all markers: once in a page, and in every file. */
  static void shapes(Markup svg) {
    svg.open("defs");
    for (Shape one : Shape.values()) {
      svg.empty("path", "id", "m" + one.ordinal(), "d", one.path);
    }
    svg.close();
  }
}
