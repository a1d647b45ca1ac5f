package io.hybridycsb.harness.bench.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics that a local server shows under {@code /metrics}, in the text format of Prometheus.
 */
final class MetricsPage {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(TIMEOUT).version(HttpClient.Version.HTTP_1_1).build();
  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? ([^ ]+)(?: [0-9]+)?");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z0-9_]+)=\"([^\"]*)\"");

  private MetricsPage() {}

  /** A metric's name, labels and value. */
  record Sample(String name, SortedMap<String, String> labels, double value) {}

  /**
   * Reads a server's metrics.
   *
   * @param port on the loopback interface
   * @throws IOException if the server doesn't answer, or answers with an error
   */
  static List<Sample> read(int port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
            .timeout(TIMEOUT)
            .build();
    HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("/metrics answered with status " + response.statusCode());
    }
    return parse(response.body());
  }

  /** The samples of a page; other lines, such as comments, are skipped. */
  static List<Sample> parse(String page) {
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
