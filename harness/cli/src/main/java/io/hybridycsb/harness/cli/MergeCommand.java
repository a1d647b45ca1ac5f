package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.bench.clients.MergedLogs;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.results.Percentiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "merge",
    description = {
      // The list of commands shows only the first line.
      "Merge the histogram logs of several YCSB clients of one run exactly.",
      "The percentiles are those of all operations, '-' where these are too few to tell one.",
      "Rates are over the seconds from the first client's begin to the last one's end.",
      "A file's name says what it holds: CLIENT-READ.hdr or READ.hdr."
    })
final class MergeCommand extends PrintingCommand {
  private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};
  private static final int FIRST_PERCENTILE = 4;
  private static final String FORMAT = "%-24s %12s %12s %12s %12s %12s %12s %12s %12s";

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE.hdr",
      description = {
        "Logs that YCSB wrote with -p measurementtype=hdrhistogram -p hdrhistogram.fileoutput=true",
        "-p hdrhistogram.output.path=DIR/CLIENT-"
      })
  private List<Path> files;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Also write the merged histograms there: READ.hdr, ...")
  private Path out;

  @Override
  public Integer call() {
    MergedLogs merged = MergedLogs.read(files);
    say(
        FORMAT.formatted(
            "latency in ms",
            "operations",
            "per second",
            "mean",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "p99.99"));
    merged.histograms().forEach((kind, histogram) -> say(row(kind, histogram, merged.seconds())));
    say(String.format(Locale.ROOT, "%d files, %.1f s", files.size(), merged.seconds()));
    if (out != null) {
      merged.write(out);
      say("merged: " + out);
    }
    return 0;
  }

  private static String row(String kind, Histogram us, double seconds) {
    Object[] cells = new Object[FIRST_PERCENTILE + PERCENTILES.length];
    cells[0] = kind;
    cells[1] = Long.toString(us.getTotalCount());
    cells[2] = seconds > 0 ? String.format(Locale.ROOT, "%.1f", us.getTotalCount() / seconds) : "-";
    cells[3] = ms(us.getTotalCount() == 0 ? 0 : us.getMean());
    for (int i = 0; i < PERCENTILES.length; i++) {
      cells[FIRST_PERCENTILE + i] =
          Percentiles.isTold(PERCENTILES[i], us.getTotalCount())
              ? ms(us.getValueAtPercentile(PERCENTILES[i]))
              : "-";
    }
    return FORMAT.formatted(cells);
  }

  private static String ms(double us) {
    return String.format(Locale.ROOT, "%.3f", us / 1000);
  }
}
