package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.report.figures.PublishedFigures;
import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.Metric;
import io.hybridycsb.harness.report.runs.RunLoader;
import io.hybridycsb.harness.report.runs.Spread;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The part before the experiments: what was measured where, and links to each of them. */
final class PageHead {
  private final RunLoader input;
  private final List<Section> sections;

  PageHead(RunLoader input, List<Section> sections) {
    this.input = input;
    this.sections = sections;
  }

  /** Title, facts and the list of experiments. */
  void header(Markup page) {
    page.open("header");
    page.element("p", "hybrid-ycsb", "class", "brand");
    page.element("h1", "Hybrid blockchain databases, measured");
    page.open("dl", "class", "facts");
    fact(page, "Runs", runs());
    fact(page, "Machine", machines());
    fact(page, "Measured", days());
    page.close();
    page.open("nav", "aria-label", "Experiments").open("ol");
    for (Section section : sections) {
      page.open("li");
      page.element("a", section.title(), "href", "#" + section.experiment().name());
      page.close();
    }
    page.close().close();
    if (!input.unread().isEmpty()) {
      Page.warnings(
          page, List.of(new Warnings.Warning("Some results could not be read", input.unread())));
    }
    page.close();
  }

  /** The common facts of all experiments. */
  void summary(Markup page) {
    Optional<Overview> all = Overview.of(experiments());
    all.ifPresent(overview -> overview(page, overview));
    all.ifPresent(overview -> coldStart(page, overview.coldStart()));
    List<SetupDifferences.Difference> differences = SetupDifferences.general(experiments());
    if (!differences.isEmpty()) {
      page.open("section").element("h2", "What differs from the paper");
      page.element(
          "p",
          "Hollow markers are the numbers of "
              + PublishedFigures.title(PublishedFigures.VLDB22)
              + ". They were measured under other conditions, and are no target.",
          "class",
          "settings");
      PageTables.differences(page, differences);
      page.close();
    }
  }

  private List<MeasuredExperiment> experiments() {
    return sections.stream().map(Section::experiment).toList();
  }

  private static void overview(Markup page, Overview overview) {
    page.open("section", "id", "overview").element("h2", "At a glance");
    page.element("p", SettingsLine.of(overview.experiment()), "class", "settings");
    page.open("div", "class", "glance");
    Page.figure(page, "At a glance", overview.figure());
    PageTables.open(
        page,
        null,
        "system",
        "at",
        "committed/s",
        "mean ms",
        "p99 ms",
        "CPU ms/op",
        "published/s",
        "published at");
    for (Overview.Best one : overview.best()) {
      page.open("tr").element("th", one.point().system(), "scope", "row");
      page.element("td", overview.at(one));
      number(page, Optional.of(one.throughput()));
      number(page, one.point().spread(Metric.LATENCY_MEAN));
      number(page, one.point().spread(Metric.LATENCY_P99));
      number(page, one.point().spread(Metric.CPU));
      String published = one.published().map(p -> Numbers.text(p.value())).orElse("–");
      page.element("td", published, "class", "n");
      page.element("td", one.published().map(Published::at).orElse("–")).close();
    }
    page.close().close().close().close().close();
  }

  private static void coldStart(Markup page, List<Figure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    page.open("section", "id", "cold-start").element("h2", "From cold to steady");
    page.element(
        "p",
        "What a system's first minutes cost, before any figure below begins to count: its start,"
            + " the load, and operations until their CPU time no longer falls.",
        "class",
        "settings");
    Page.figures(page, "From cold to steady", figures);
    page.close();
  }

  private static void number(Markup page, Optional<Spread> spread) {
    page.element("td", spread.map(value -> Numbers.text(value.mean())).orElse("–"), "class", "n");
  }

  private static void fact(Markup page, String name, String value) {
    page.open("div").element("dt", name).element("dd", value).close();
  }

  private String runs() {
    long failed = input.runs().stream().filter(run -> !run.counts()).count();
    return input.runs().size()
        + (failed == 0 ? ", none failed" : ", " + failed + " of them failed");
  }

  private String machines() {
    Set<String> machines = new TreeSet<>();
    input.runs().forEach(run -> machines.add(Warnings.machine(run.result().setup().machine())));
    return String.join("; ", machines);
  }

  private String days() {
    List<String> days =
        input.runs().stream()
            .map(run -> run.result().started())
            .map(started -> started.length() >= 10 ? started.substring(0, 10) : started)
            .sorted()
            .toList();
    String first = days.get(0);
    String last = days.get(days.size() - 1);
    return first.equals(last) ? first : first + " to " + last;
  }
}
