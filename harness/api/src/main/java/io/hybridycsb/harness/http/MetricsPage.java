package io.hybridycsb.harness.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics that a local server shows under {@code /metrics}, in the text format of Prometheus.
 */
public final class MetricsPage {
  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? ([^ ]+)(?: [0-9]+)?");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z0-9_]+)=\"([^\"]*)\"");

  private MetricsPage() {}

  /** A metric's name, labels and value. */
  public record Sample(String name, SortedMap<String, String> labels, double value) {}

  /**
   * Reads a server's metrics.
   *
   * @param port on the loopback interface
   * @throws IOException if the server doesn't answer, or answers with an error
   */
  public static List<Sample> read(int port) throws IOException, InterruptedException {
    return parse(Loopback.PLAIN.get(port, "/metrics"));
  }

  /** The samples of a page; other lines, such as comments, are skipped. */
  public static List<Sample> parse(String page) {
    List<Sample> samples = new ArrayList<>();
    page.lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(
            line -> {
              SortedMap<String, String> labels = new TreeMap<>();
              if (line.group(2) != null) {
                LABEL
                    .matcher(line.group(2))
                    .results()
                    .forEach(label -> labels.put(label.group(1), label.group(2)));
              }
              samples.add(new Sample(line.group(1), labels, value(line.group(3))));
            });
    return samples;
  }

  private static double value(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
