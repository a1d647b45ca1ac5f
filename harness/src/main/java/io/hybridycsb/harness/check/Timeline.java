package io.hybridycsb.harness.check;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.check.Counterexample.Line;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * What a check has found as one page that needs nothing else, with a timeline for each violation.
 */
public final class Timeline {
  private static final String STYLE = "timeline.css";

  private Timeline() {}

  /** The page, in HTML. */
  public static String page(CheckReport report, RunHistory history) {
    String status = report.status().name().toLowerCase(Locale.ROOT);
    StringBuilder page = new StringBuilder();
    page.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>History check: %s</title>
        <style>
        %s</style>
        </head>
        <body>
        <main>
        <h1>History check</h1>
        <p class="verdict %s">%s</p>
        """
            .formatted(status, style(), status, Html.escape(CheckTexts.verdict(report))));
    list(page, "counts", CheckTexts.counts(history));
    list(page, "remarks", CheckTexts.remarks(report));
    list(page, "warnings", CheckTexts.warnings(history));
    report.counterexamples().forEach(counterexample -> section(page, counterexample));
    page.append("<h2>Histories</h2>\n");
    list(
        page,
        "files",
        history.files().stream()
            .map(file -> "%s: %d operations".formatted(file.file(), file.calls().size()))
            .toList());
    return page.append("</main>\n</body>\n</html>\n").toString();
  }

  private static void list(StringBuilder page, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      page.append("<ul class=\"").append(name).append("\">\n");
      lines.forEach(line -> page.append("<li>").append(Html.escape(line)).append("</li>\n"));
      page.append("</ul>\n");
    }
  }

  private static void section(StringBuilder page, Counterexample counterexample) {
    page.append(
        """
        <section>
        <h2>%s</h2>
        <p class="why">%s</p>
        <div class="chart" tabindex="0">
        %s</div>
        <p class="legend"><span class="key write">write</span><span class="key read">read</span>\
        <span class="key delete">delete</span><span class="key pending">outcome unknown</span>\
        <span class="key wrong">contradictory</span></p>
        <p class="note">Bars run from invocation to completion. Pauses are drawn shorter than they \
        were. All other operations on this record were left out: these cannot be explained already.</p>
        <div class="chart" tabindex="0"><table>
        <tr><th>from, ms</th><th>to, ms</th><th>client</th><th>operation</th></tr>
        """
            .formatted(
                Html.escape(counterexample.key()),
                Html.escape(counterexample.explanation()),
                TimelineChart.svg(counterexample)));
    counterexample.lines().forEach(line -> row(page, counterexample.startNs(), line));
    page.append("</table></div>\n</section>\n");
  }

  private static void row(StringBuilder page, long startNs, Line line) {
    page.append(
        "<tr%s><td>%s</td><td>%s</td><td>%s</td><td class=\"what\">%s</td></tr>%n"
            .formatted(
                line.contradictory() ? " class=\"wrong\"" : "",
                Counterexample.millis(line.operation().invokedNanos() - startNs),
                line.isPending()
                    ? "unknown"
                    : Counterexample.millis(line.operation().completedNanos() - startNs),
                Html.escape(line.operation().process()),
                Html.escape(line.text())));
  }

  private static String style() {
    try (InputStream in = Timeline.class.getResourceAsStream(STYLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new HarnessException(STYLE + " is missing from the harness' jar", e);
    }
  }
}
