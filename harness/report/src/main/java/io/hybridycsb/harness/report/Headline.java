package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.RowCells;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.report.figures.SystemStyles;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The first thing to be read: what each system commits, and at what cost. */
final class Headline {
  private static final String NONE = "–";

  private static final String NOTE =
      "Latencies: all operations, %s. CPU: all processes, clients included. Spread: least to"
          + " greatest repeat, share of the mean.";

  private static final String OF_PAPER =
      " Hollow markers: the paper, at its own best load on 256 cores; no target.";

  private final Overview overview;
  private final RowCells cells;
  private final Table<Overview.Best> table = new Table<>("best");

  Headline(Overview overview) {
    this.overview = overview;
    this.cells = new RowCells(overview.scale(), overview.linear());
  }

  void write(Markup page) {
    page.open("section", "id", "overview", "class", "headline");
    page.element("h2", overview.figure().title());
    page.element("p", SettingsLine.of(overview.experiment()), "class", "settings");
    if (!overview.quick().isEmpty()) {
      page.open("p", "class", "quick").element("b", "Quick").text(" shapes, not speeds").close();
    }
    table.cells("system", this::system);
    table.cells(
        "committed operations/s" + (overview.linear() ? "" : ", logarithmic axis"), this::strip);
    table.texts("committed/s", one -> rate(one.throughput()), "class", "n rate");
    column("at", overview::at, null);
    column("p50 ms", one -> text(one.point().spread(Metric.LATENCY_P50)), "n");
    column("p99 ms", one -> text(one.point().spread(Metric.LATENCY_P99)), "n");
    column("CPU ms/op", one -> text(one.point().spread(Metric.CPU)), "n");
    column("spread", one -> spread(one.throughput()), "n");
    column("steady", Headline::steady, null);
    boolean published = overview.best().stream().anyMatch(one -> one.published().isPresent());
    if (published) {
      column("paper/s", Headline::paper, null);
    }
    if (overview.best().stream().anyMatch(one -> one.higher().isPresent())) {
      column("more, not seen steady", one -> one.higher().map(this::more).orElse(NONE), null);
    }
    table.foot(this::axis).write(page, overview.best());
    String note = NOTE.formatted(loop()) + (published ? OF_PAPER : "");
    page.element("p", note, "class", "note").close();
  }

  private void column(String name, Function<Overview.Best, String> text, String style) {
    table.texts(name, text, "class", style, "data-of", name);
  }

  private void system(Markup page, Overview.Best one) {
    page.open("th", "scope", "row");
    RowCells.marker(page, SystemStyles.of(overview.experiment(), one.system()));
    page.text(one.system()).close();
  }

  private void strip(Markup page, Overview.Best one) {
    page.open("td", "class", "strip");
    cells.row(page, overview.row(one));
    page.close();
  }

  private void axis(Markup page) {
    page.element("td", "").open("td", "class", "strip");
    cells.axis(page);
    page.close();
  }

  private static String rate(Spread throughput) {
    return Numbers.text(Math.rint(throughput.mean()));
  }

  private static String text(Optional<Spread> spread) {
    return spread.map(value -> Numbers.text(value.mean())).orElse(NONE);
  }

  /** Between the extremes of the repeats, as a share of their mean. */
  private static String spread(Spread spread) {
    return spread.count() == 1
        ? "one run"
        : Numbers.text(Math.rint(100 * spread.relativeRange())) + " %";
  }

  private static String steady(Overview.Best one) {
    Steadiness steadiness = one.point().steadiness();
    return steadiness == Steadiness.STEADY ? "yes" : steadiness.words();
  }

  private static String paper(Overview.Best one) {
    return one.published()
        .map(theirs -> Numbers.text(theirs.value()) + " at " + theirs.at())
        .orElse(NONE);
  }

  private String more(Overview.Best one) {
    return "%s at %s".formatted(rate(one.throughput()), overview.at(one));
  }

  /** From when latencies count. */
  private String loop() {
    Set<String> loops =
        overview.best().stream()
            .map(one -> one.openLoop() ? "open" : "closed")
            .collect(Collectors.toCollection(TreeSet::new));
    return String.join(" or ", loops) + " loop";
  }
}
