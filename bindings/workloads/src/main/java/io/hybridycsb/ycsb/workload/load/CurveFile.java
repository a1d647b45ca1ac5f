package io.hybridycsb.ycsb.workload.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A CSV of a curve: {@code second,rate}, or {@code second,share} of a rate that is given apart. */
final class CurveFile {
  private static final String RATES = "second,rate";
  private static final String SHARES = "second,share";

  private CurveFile() {}

  /**
   * Reads a curve.
   *
   * @param rate what the share 1 stands for; 0 if it isn't given
   * @throws IllegalArgumentException if it can't be read; for people, with the line
   */
  static Curve read(Path file, double rate) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("%s can't be read: %s".formatted(file, e), e);
    }
    String header = lines.isEmpty() ? "" : lines.get(0).strip();
    if (!header.equals(RATES) && !header.equals(SHARES)) {
      throw new IllegalArgumentException(
          "%s, line 1: expected %s or %s".formatted(file, RATES, SHARES));
    }
    boolean ofShares = header.equals(SHARES);
    if (ofShares != rate > 0) {
      throw new IllegalArgumentException(
          ofShares
              ? "%s has shares: say by load.rate of how many operations per second".formatted(file)
              : "%s has rates of its own: leave out load.rate".formatted(file));
    }
    List<Curve.Point> points = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String[] fields = lines.get(i).strip().split("\\s*,\\s*", -1);
      try {
        points.add(
            new Curve.Point(
                Double.parseDouble(fields[0]),
                Double.parseDouble(fields[1]) * (ofShares ? rate : 1)));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new IllegalArgumentException(
            "%s, line %d: expected two numbers, not '%s'".formatted(file, i + 1, lines.get(i)), e);
      }
    }
    try {
      return new Curve(points);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
