package io.hybridycsb.harness.bench.load;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Disk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/**
 * Operations per second over time: straight lines between points. Two points at one second are a
 * jump.
 *
 * @param name of its file
 * @param ofShares whether its rates are shares of a rate that is given apart
 */
public record LoadCurve(String name, boolean ofShares, List<Point> points) {
  /** The workload that sends operations by it. Given by name, as YCSB's processes load it. */
  public static final String WORKLOAD = "io.hybridycsb.ycsb.workload.load.CurvedWorkload";

  /** That workload's property. */
  public static final String POINTS = "load.points";

  /** That workload's property: whose operations are sent. */
  public static final String SENT = "load.workload";

  private static final String RATES = "second,rate";
  private static final String SHARES = "second,share";
  private static final int DIGEST_CHARACTERS = 12;

  /** A rate, or a share of one, at a second. */
  public record Point(double second, double rate) {}

  public LoadCurve {
    points = List.copyOf(points);
  }

  /**
   * Reads a CSV whose first line is {@code second,rate} or {@code second,share}.
   *
   * @throws UsageException if it is no curve; with the line
   */
  public static LoadCurve read(Path file) {
    List<String> lines = Disk.read(file).lines().toList();
    String header = lines.isEmpty() ? "" : lines.get(0).strip();
    if (!header.equals(RATES) && !header.equals(SHARES)) {
      throw new UsageException("%s, line 1: expected %s or %s".formatted(file, RATES, SHARES));
    }
    List<Point> points = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      points.add(point(file, i + 1, lines.get(i), points));
    }
    LoadCurve curve = new LoadCurve(file.getFileName().toString(), header.equals(SHARES), points);
    if (points.isEmpty() || !(curve.seconds() > 0) || !(curve.mean() > 0)) {
      throw new UsageException(
          "%s: a curve takes time, and asks for operations at some of it".formatted(file));
    }
    return curve;
  }

  private static Point point(Path file, int number, String line, List<Point> before) {
    String[] fields = line.strip().split("\\s*,\\s*", -1);
    double latest = before.isEmpty() ? 0 : before.get(before.size() - 1).second();
    try {
      Point point = new Point(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
      if (fields.length == 2
          && point.second >= latest
          && point.rate >= 0
          && Double.isFinite(point.second + point.rate)) {
        return point;
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // Said below, like numbers that don't fit.
    }
    throw new UsageException(
        "%s, line %d: expected a second, not before %s, and a rate from 0 on, not '%s'"
            .formatted(file, number, latest, line));
  }

  /** Its length. */
  public double seconds() {
    return points.get(points.size() - 1).second;
  }

  /** The mean rate, or share, from its beginning to its end. */
  public double mean() {
    double sum = points.get(0).second * points.get(0).rate;
    for (int i = 1; i < points.size(); i++) {
      Point from = points.get(i - 1);
      Point to = points.get(i);
      sum += (to.second - from.second) * (from.rate + to.rate) / 2;
    }
    return sum / seconds();
  }

  /** The same shape over another time. */
  public LoadCurve over(double seconds) {
    double factor = seconds / seconds();
    return with(second -> second * factor, rate -> rate);
  }

  /** The same at rates that are so many times as high. */
  public LoadCurve times(double factor) {
    return with(second -> second, rate -> rate * factor);
  }

  /** After so many seconds at its mean rate. */
  public LoadCurve after(double seconds) {
    if (seconds == 0) {
      return this;
    }
    List<Point> all = new ArrayList<>();
    all.add(new Point(0, mean()));
    all.add(new Point(seconds, mean()));
    all.addAll(with(second -> second + seconds, rate -> rate).points);
    return new LoadCurve(name, ofShares, all);
  }

  private LoadCurve with(DoubleUnaryOperator seconds, DoubleUnaryOperator rates) {
    return new LoadCurve(
        name,
        ofShares,
        points.stream()
            .map(
                point ->
                    new Point(seconds.applyAsDouble(point.second), rates.applyAsDouble(point.rate)))
            .toList());
  }

  /** The points as a property. */
  public String text() {
    return points.stream()
        .map(point -> point.second + ":" + point.rate)
        .collect(Collectors.joining(" "));
  }

  /** What tells it from other curves, also of the same name. */
  public String identity() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8));
      return name + " " + HexFormat.of().formatHex(hash).substring(0, DIGEST_CHARACTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
