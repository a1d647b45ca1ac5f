package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.RowCells;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.report.figures.SystemStyles;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The first thing to be read: what each system commits, and at what cost. */
final class Headline {
  private final Overview overview;
  private final RowCells cells;

  Headline(Overview overview) {
    this.overview = overview;
    this.cells = new RowCells(overview.scale(), overview.linear());
  }

  void write(Markup page) {
    page.open("section", "id", "overview", "class", "headline");
    page.element("h2", overview.figure().title());
    page.element("p", overview.seen(), "class", "lead");
    page.element("p", SettingsLine.of(overview.experiment()), "class", "settings");
    quick(page);
    boolean published = overview.best().stream().anyMatch(one -> one.published().isPresent());
    PageTables.open(
        page,
        "best",
        "system",
        "committed operations/s" + (overview.linear() ? "" : ", logarithmic axis"),
        "committed/s",
        "at",
        "p50 ms",
        "p99 ms",
        "CPU ms/op",
        "spread",
        "steady",
        published ? "paper/s" : null);
    overview.best().forEach(one -> row(page, one, published));
    page.close().open("tfoot").open("tr");
    page.element("td", "").open("td", "class", "strip");
    cells.axis(page);
    page.close().element("td", "", "colspan", published ? 8 : 7);
    page.close().close().close().close();
    page.element("p", remarks(published), "class", "note");
    page.close();
  }

  private void row(Markup page, Overview.Best one, boolean published) {
    page.open("tr").open("th", "scope", "row");
    RowCells.marker(page, SystemStyles.of(overview.experiment(), one.system()));
    page.text(one.system()).close();
    page.open("td", "class", "strip");
    cells.row(page, overview.row(one));
    page.close();
    page.element("td", Numbers.text(Math.rint(one.throughput().mean())), "class", "n rate");
    cell(page, "at", overview.at(one));
    cell(page, "p50 ms", text(one.point().spread(Metric.LATENCY_P50)));
    cell(page, "p99 ms", text(one.point().spread(Metric.LATENCY_P99)));
    cell(page, "CPU ms/op", text(one.point().spread(Metric.CPU)));
    cell(page, "spread", spread(one.throughput()));
    cell(
        page,
        "steady",
        one.point().steadiness() == Steadiness.STEADY ? "yes" : one.point().steadiness().words());
    if (published) {
      cell(
          page,
          "paper/s",
          one.published().map(p -> Numbers.text(p.value()) + " at " + p.at()).orElse("–"));
    }
    page.close();
  }

  private static void cell(Markup page, String name, String text) {
    boolean number = text.matches("[0-9.,]+( %)?") || text.equals("–") && !name.startsWith("paper");
    page.element("td", text, "class", number ? "n" : null, "data-of", name);
  }

  private static String text(Optional<Spread> spread) {
    return spread.map(value -> Numbers.text(value.mean())).orElse("–");
  }

  /** Between the extremes of the repeats, as a share of their mean. */
  private static String spread(Spread spread) {
    return spread.count() == 1
        ? "one run"
        : Numbers.text(Math.rint(100 * spread.relativeRange())) + " %";
  }

  private void quick(Markup page) {
    List<MeasuredRun> quick = overview.quick();
    if (quick.isEmpty()) {
      return;
    }
    double seconds =
        quick.stream()
            .mapToDouble(run -> run.result().run().orElseThrow().seconds())
            .max()
            .orElseThrow();
    String records =
        quick.stream()
            .map(run -> SettingsLine.property("recordcount").apply(run.result()))
            .max(Comparator.comparingDouble(Double::parseDouble))
            .orElseThrow();
    page.open("p", "class", "quick").element("b", "Quick").text(" ");
    page.text(
        "At most %s records and %s s a point: this shows shapes, not speeds."
            .formatted(SettingsLine.readable(records), Numbers.text(Math.ceil(seconds))));
    page.close();
  }

  private String remarks(boolean published) {
    List<String> remarks = new ArrayList<>();
    Set<String> loops =
        overview.best().stream()
            .map(one -> one.openLoop() ? "an open" : "a closed")
            .collect(Collectors.toCollection(TreeSet::new));
    remarks.add(
        "Latencies are of all operations in %s loop; CPU time is of all processes, clients"
                .formatted(String.join(" or ", loops))
            + " included.");
    remarks.add("Spread is from the least to the greatest repeat, as a share of their mean.");
    if (published) {
      remarks.add(
          "Hollow markers are the paper's numbers, each at the paper's own best load on a machine"
              + " of 256 cores; they are no target.");
    }
    for (Overview.Best one : overview.best()) {
      one.higher()
          .ifPresent(
              more ->
                  remarks.add(
                      "%s had %s/s at %s, where it was %s."
                          .formatted(
                              one.system(),
                              Numbers.text(Math.rint(more.throughput().mean())),
                              overview.at(more),
                              more.point().steadiness() == Steadiness.NOT_STEADY
                                  ? "not steady"
                                  : "not known to be steady")));
    }
    return String.join(" ", remarks);
  }
}
