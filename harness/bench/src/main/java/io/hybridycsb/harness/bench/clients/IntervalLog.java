package io.hybridycsb.harness.bench.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Reads a histogram log of YCSB, in HdrHistogram's format 1.3 without tags. The library's own
 * reader fails at some of its recorder's intervals. If two threads let a histogram grow at once, it
 * may name a greatest value that is less than one that it holds.
 */
final class IntervalLog {
  private static final String START_TIME = "#[StartTime: ";

  /** Values are microseconds, a line's greatest one is in seconds, to three decimals. */
  private static final double UNIT_PER_SECOND = 1e6;

  private static final double MAX_ROUNDING_S = 0.001;

  private IntervalLog() {}

  /**
   * Reads all intervals, with their timestamps in milliseconds since the epoch.
   *
   * @throws IllegalArgumentException if the log isn't whole
   */
  static void read(Path file, Consumer<Histogram> intervals) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      double startS = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(START_TIME)) {
          startS = Double.parseDouble(line.substring(START_TIME.length()).split(" ", 2)[0]);
        } else if (!line.isEmpty() && Character.isDigit(line.charAt(0))) {
          intervals.accept(interval(line, startS));
        }
      }
    }
  }

  private static Histogram interval(String line, double startS) {
    String[] parts = line.split(",");
    if (parts.length != 4) {
      throw new IllegalArgumentException("not an interval: " + line);
    }
    double fromS = startS + Double.parseDouble(parts[0]);
    double maxS = Double.parseDouble(parts[2]) + MAX_ROUNDING_S;
    try {
      Histogram counts =
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(parts[3])),
              Math.round(maxS * UNIT_PER_SECOND));
      counts.setStartTimeStamp(Math.round(fromS * 1000));
      counts.setEndTimeStamp(Math.round((fromS + Double.parseDouble(parts[1])) * 1000));
      return counts;
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not an interval: " + line, e);
    }
  }
}
