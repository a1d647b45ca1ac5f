package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * A line through many places, written in few letters: in tenths of a pixel, each place relative to
 * the one before it, without those that hardly bend the line.
 */
final class Trace {
  /** A bend of less than this, in tenths of a pixel, can't be seen. */
  private static final double BEND_MIN = 5;

  private final List<long[]> places = new ArrayList<>();

  void to(double x, double y) {
    places.add(new long[] {Math.round(x * 10), Math.round(y * 10)});
  }

  String path() {
    StringBuilder path = new StringBuilder();
    int last = 0;
    for (int i = 0; i < places.size(); i++) {
      long[] to = places.get(i);
      if (i == 0) {
        path.append('M').append(Markup.tenths(to[0])).append(',').append(Markup.tenths(to[1]));
      } else if (i == places.size() - 1 || bends(last, i + 1)) {
        String x = Markup.tenths(to[0] - places.get(last)[0]);
        String y = Markup.tenths(to[1] - places.get(last)[1]);
        path.append('l').append(x).append(y.startsWith("-") ? "" : ",").append(y);
        last = i;
      }
    }
    return path.toString();
  }

  /** Whether a straight line between these two would miss a place between them. */
  private boolean bends(int from, int to) {
    long[] a = places.get(from);
    long[] b = places.get(to);
    double length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return places.subList(from + 1, to).stream()
        .anyMatch(
            place -> {
              double cross =
                  (double) (b[0] - a[0]) * (place[1] - a[1])
                      - (double) (b[1] - a[1]) * (place[0] - a[0]);
              boolean between = place[0] >= a[0] && place[0] <= b[0];
              return !between || Math.abs(cross) >= BEND_MIN * length;
            });
  }
}
