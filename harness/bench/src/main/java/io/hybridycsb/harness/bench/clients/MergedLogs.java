package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The histogram logs of several YCSB clients, merged as if one client had done all operations.
 * Counts are added bucket by bucket, so percentiles are those of all operations, not averages of
 * the clients' percentiles.
 *
 * <p>A file's name says what it holds: {@code CLIENT-READ.hdr}, where the client's name has no
 * dash, or {@code READ.hdr}.
 */
public final class MergedLogs {
  private final HdrLogs logs;

  private MergedLogs(HdrLogs logs) {
    this.logs = logs;
  }

  /**
   * @throws UsageException if a file isn't a histogram log, or is given twice
   */
  public static MergedLogs read(List<Path> files) {
    HdrLogs logs = new HdrLogs(HdrLogs.Part.WHOLE);
    Set<Path> seen = new HashSet<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.endsWith(HdrLogs.SUFFIX)) {
        throw new UsageException(file + ": a histogram log's name ends in " + HdrLogs.SUFFIX);
      }
      try {
        if (!seen.add(file.toRealPath())) {
          throw new UsageException(file + ": given twice, it would count twice");
        }
        if (logs.add(measured(name), file) == 0) {
          throw new UsageException(file + ": no histogram in it; did its client come to its end?");
        }
      } catch (IOException e) {
        throw new UsageException(file + ": can't be read: " + e, e);
      }
    }
    return new MergedLogs(logs);
  }

  private static String measured(String name) {
    String stem = name.substring(0, name.length() - HdrLogs.SUFFIX.length());
    String first = stem.replaceFirst("-.*", "");
    boolean ofClient =
        !first.equals(stem) && !(first + "-").equals(HdrLogs.INTENDED) && !isKind(first);
    return YcsbReport.measured(ofClient ? stem.substring(first.length() + 1) : stem);
  }

  /** Whether the word is a kind that YCSB measures, not a client's name. */
  private static boolean isKind(String word) {
    return YcsbReport.isOperation(word) || Set.of("CLEANUP", "VERIFY").contains(word);
  }

  /** All values, in microseconds, by what they measure: READ, READ-FAILED, Intended-READ, ... */
  public SortedMap<String, Histogram> histograms() {
    return logs.histograms();
  }

  /** Seconds from the first operation's begin to the end of the last client's log; 0 if empty. */
  public double seconds() {
    return logs.seconds();
  }

  /** Writes a log for each kind, {@code READ.hdr}, with a single interval. */
  public void write(Path directory) {
    try {
      Files.createDirectories(directory);
      for (var entry : histograms().entrySet()) {
        Path file = directory.resolve(entry.getKey() + HdrLogs.SUFFIX);
        HistogramLogWriter log = new HistogramLogWriter(file.toFile());
        try {
          log.outputLogFormatVersion();
          log.outputIntervalHistogram(entry.getValue());
        } finally {
          log.close();
        }
      }
    } catch (IOException e) {
      throw new HarnessException("cannot write to " + directory + ": " + e.getMessage(), e);
    }
  }
}
