package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.MeasuredRun;
import io.hybridycsb.harness.results.RunResult.Recorded;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables below an experiment's figures. */
final class PageTables {
  private final Path directory;

  PageTables(Path directory) {
    this.directory = directory;
  }

  void write(Markup page, Section section) {
    if (!section.differences().isEmpty()) {
      page.element("h3", "What differs from the paper in this figure");
      differences(page, section.differences());
    }
    published(page, section.published());
    UseTable.write(page, section.experiment());
    runs(page, section.experiment());
  }

  /**
   * Opens a table up to its rows; its body, the table and what scrolls it are left to close.
   *
   * @param style the table's class; null for none
   */
  static void open(Markup page, String style, String... columns) {
    page.open("div", "class", "scroll").open("table", "class", style).open("thead").open("tr");
    Stream.of(columns).forEach(name -> page.element("th", name, "scope", "col"));
    page.close().close().open("tbody");
  }

  static void differences(Markup page, List<SetupDifferences.Difference> differences) {
    open(page, "wide", "", "paper", "here");
    for (SetupDifferences.Difference difference : differences) {
      page.open("tr").element("th", difference.subject(), "scope", "row");
      page.element("td", difference.theirs(), "data-of", "paper");
      page.element("td", difference.ours(), "data-of", "here").close();
    }
    page.close().close().close();
  }

  private static void published(Markup page, List<Published> published) {
    if (published.isEmpty()) {
      return;
    }
    page.open("details")
        .element("summary", "The published numbers (%d)".formatted(published.size()));
    open(page, null, "system", "at", "metric", "value", "note");
    for (Published one : published) {
      page.open("tr").element("td", one.system()).element("td", one.xName() + " " + one.x());
      page.element("td", one.metric().replace('_', ' '));
      page.element("td", Numbers.text(one.value()) + " " + one.unit(), "class", "n");
      page.element("td", one.note()).close();
    }
    page.close().close().close().close();
  }

  private void runs(Markup page, MeasuredExperiment experiment) {
    page.open("details", "class", "runs");
    page.element("summary", "All runs (%d)".formatted(experiment.runs().size()));
    open(
        page,
        "sortable",
        "system",
        "point",
        "repeat",
        "committed/s",
        "only accepted/s",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "aborted",
        "unknown",
        "failed",
        "acknowledged writes",
        "recorded",
        "CPU ms/op",
        "bytes/op",
        "warm-up s",
        "commit",
        "settings",
        "versions",
        "raw");
    experiment.points().forEach(point -> point.runs().forEach(run -> run(page, run)));
    page.close().close().close().close();
  }

  private void run(Markup page, MeasuredRun run) {
    page.open("tr", "class", run.counts() ? null : "failed");
    page.element("td", run.result().identity().system());
    page.element("td", text(run.result().identity().varied()));
    page.element("td", String.valueOf(run.result().identity().repeat()), "class", "n");
    if (run.counts()) {
      number(page, run.committedPerSecond());
      number(
          page, run.result().onlyAccepted() ? run.acknowledgedPerSecond() : OptionalDouble.empty());
      number(page, run.percentileMs(50));
      number(page, run.percentileMs(99));
      number(page, run.percentileMs(99.9));
      page.element("td", Numbers.text(run.aborted()), "class", "n");
      page.element("td", Numbers.text(run.unknown()), "class", "n");
      page.element("td", Numbers.text(run.failed()), "class", "n");
      recorded(page, run.result().recorded());
      number(page, run.cpuMsPerOperation());
      number(page, run.writtenBytesPerOperation());
      page.element("td", warmUp(run), "class", "n");
    } else {
      page.element("td", "failed: " + Warnings.reason(run), "colspan", 13);
    }
    page.element("td", run.result().setup().commitMode());
    page.open("td");
    folded(page, settings(run));
    page.close().open("td");
    folded(page, text(run.result().setup().versions()));
    page.close().open("td").element("a", "run.json", "href", link(run)).close().close();
  }

  /** The writes since the cluster's start, as clients were told and as servers have recorded. */
  private static void recorded(Markup page, Optional<Recorded> recorded) {
    page.element(
        "td", recorded.map(one -> Numbers.text(one.acknowledged())).orElse("–"), "class", "n");
    page.element(
        "td",
        recorded
            .filter(one -> !one.servers().isEmpty())
            .map(one -> Numbers.text(Collections.min(one.servers().values())))
            .orElse("–"),
        "class",
        "n",
        "title",
        recorded.map(Recorded::inWords).orElse(null));
  }

  /** The seconds that weren't counted; marked if the run wasn't steady by then. */
  private static String warmUp(MeasuredRun run) {
    return run.result()
        .warmUp()
        .map(
            warmUp ->
                Numbers.text(warmUp.seconds())
                    + (warmUp.steady() || !warmUp.setting().equals("auto") ? "" : ", not steady"))
        .orElse("–");
  }

  private static void folded(Markup page, String text) {
    if (!text.isEmpty()) {
      page.open("details").element("summary", "show").text(text).close();
    }
  }

  private static String settings(MeasuredRun run) {
    var settings = run.result().setup().settings();
    String size =
        "nodes %d, client processes %d, threads %d"
            .formatted(settings.nodes(), settings.clients(), settings.threads());
    return Stream.of(size, text(settings.options()), text(settings.properties()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; "));
  }

  static String text(Map<String, String> map) {
    return map.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  static void number(Markup page, OptionalDouble value) {
    page.element("td", value.isPresent() ? Numbers.text(value.getAsDouble()) : "–", "class", "n");
  }

  /** A relative link, so that page and results can be moved together. */
  private String link(MeasuredRun run) {
    StringBuilder link = new StringBuilder();
    for (Path name : directory.relativize(run.file())) {
      link.append(link.length() == 0 ? "" : "/").append(encoded(name.toString()));
    }
    return link.toString();
  }

  private static String encoded(String name) {
    try {
      return new URI(null, null, "/" + name, null).getRawPath().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path: " + name, e);
    }
  }
}
