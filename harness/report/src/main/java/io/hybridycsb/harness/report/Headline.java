package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.RowCells;
import io.hybridycsb.harness.report.figures.Overview;
import io.hybridycsb.harness.report.figures.SystemStyles;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Checks;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.Metric;
import io.hybridycsb.harness.results.runs.PointValue;
import io.hybridycsb.harness.system.SystemData.Promises;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The first thing to be read: a table to choose a system by, and a chart of what each commits. A
 * small script sorts and filters the table.
 */
final class Headline {
  private static final String NONE = "–";
  private static final Promises UNTOLD = new Promises(null, null, null, null, null);

  private static final String OF_TRUST =
      "Trust, proof and dead node: with the defaults of hybrid up.";

  private static final String OF_RANK =
      "Rank: steady, several repeats, one machine and build; = is shared.";

  private static final String OF_NUMBERS = "Latencies: %s. CPU: all processes, clients included.";

  private static final String OF_VERDICT =
      "Verdict: audit passed, recorded as acknowledged, history keeps the promises; – not checked.";

  private static final String NOTE_OF_CHART =
      "Spread: least to greatest repeat, share of the mean.";

  private static final String OF_PAPER =
      " Hollow markers: the paper, at its own best load on 256 cores; no target.";

  private final Overview overview;
  private final List<MeasuredExperiment> experiments;
  private final RowCells cells;

  /**
   * @param experiments all of the report, whose runs may tell what was checked
   */
  Headline(Overview overview, List<MeasuredExperiment> experiments) {
    this.overview = overview;
    this.experiments = experiments;
    this.cells = new RowCells(overview.scale(), overview.linear());
  }

  /**
   * @param others tables of other work, folded
   */
  void write(Markup page, List<Headline> others) {
    page.open("section", "id", "overview", "class", "headline");
    page.element("h2", overview.figure().title());
    page.element("p", settings(), "class", "settings");
    if (!overview.quick().isEmpty()) {
      page.open("p", "class", "quick").element("b", "Quick").text(" shapes, not speeds").close();
    }
    choice(page);
    page.element(
        "p",
        String.join(" ", OF_TRUST, OF_RANK, OF_NUMBERS.formatted(loop()), OF_VERDICT),
        "class",
        "note");
    for (Headline other : others) {
      page.open("details").element("summary", "Other work: " + other.settings());
      other.choice(page);
      page.close();
    }
    chart(page);
    page.close();
  }

  /** What the rows have in common. */
  private String settings() {
    return Stream.concat(
            overview.work().stream(), Stream.of(SettingsLine.of(overview.experiment())))
        .collect(Collectors.joining(" · "));
  }

  /** What to choose by. */
  private void choice(Markup page) {
    Table<Overview.Best> table =
        new Table<Overview.Best>("choose sortable")
            .attributes(
                one ->
                    List.of(
                        "data-replication",
                        promises(one).replication(),
                        "data-failures",
                        promises(one).failures()));
    column(table, "rank if steady", one -> overview.rank(one).orElse(NONE), "n");
    table.cells("system", this::system);
    column(table, "whom one must trust", one -> told(promises(one).trusts()), "words");
    column(table, "what is proved", one -> told(promises(one).proves()), "words");
    column(table, "one dead node", one -> told(promises(one).oneDeadNode()), "words");
    column(table, "committed/s", one -> rate(one.throughput()), "n rate");
    column(table, "at", one -> String.join(", ", at(one)), "words");
    for (Metric latency : overview.experiment().percentiles(99, Metric.LATENCY_P99)) {
      column(
          table,
          latency.equals(Metric.LATENCY_P99) ? "p99 ms" : latency.title() + " ms",
          one -> text(one.point().value(latency)),
          "n");
    }
    column(table, "CPU ms/op", one -> text(one.point().value(Metric.CPU)), "n");
    column(
        table,
        "× PostgreSQL",
        one ->
            overview.timesReference(one).stream().mapToObj(Numbers::text).findFirst().orElse(NONE),
        "n");
    column(table, "verdict", this::verdict, "words");
    table.write(page, overview.best());
  }

  /** Its throughput, the repeats of it, and the paper's. */
  private void chart(Markup page) {
    Table<Overview.Best> table = new Table<>("best");
    table.cells("system", this::system);
    table.cells(
        "committed operations/s" + (overview.linear() ? "" : ", logarithmic axis"), this::strip);
    table.texts("committed/s", one -> rate(one.throughput()), "class", "n rate");
    column(table, "spread", one -> spread(one.throughput()), "n");
    column(table, "steady", Headline::steady, null);
    boolean published = overview.best().stream().anyMatch(one -> one.published().isPresent());
    if (published) {
      column(table, "paper/s", Headline::paper, null);
    }
    if (overview.best().stream().anyMatch(one -> one.higher().isPresent())) {
      column(
          table, "more, not seen steady", one -> one.higher().map(this::more).orElse(NONE), null);
    }
    table.foot(this::axis).write(page, overview.best());
    page.element("p", NOTE_OF_CHART + (published ? OF_PAPER : ""), "class", "note");
  }

  private static void column(
      Table<Overview.Best> table, String name, Function<Overview.Best, String> text, String style) {
    table.texts(name, text, "class", style, "data-of", name);
  }

  /** By this release; of a system that it doesn't hold nothing is told. */
  private static Promises promises(Overview.Best one) {
    SystemDescription system = Systems.described().get(one.system());
    return system == null ? UNTOLD : system.data().answers().promises();
  }

  private static String told(String text) {
    return text.isEmpty() ? NONE : text;
  }

  /** The load, what else differs between the rows, and whether it wasn't steady. */
  private List<String> at(Overview.Best one) {
    List<String> at = new ArrayList<>(List.of(overview.at(one)));
    Map<String, String> own = SettingsLine.Own.of(overview.experiment(), one.system());
    own.forEach(
        (name, value) -> {
          if (!name.equals(SettingsLine.Own.CLIENTS)) {
            at.add(value + " " + (value.equals("1") ? name.replaceFirst("s$", "") : name));
          }
        });
    if (one.point().steadiness() == Steadiness.NOT_STEADY) {
      at.add(one.point().steadiness().words());
    }
    return at;
  }

  private String verdict(Overview.Best one) {
    Checks checks = Overview.checks(one, experiments);
    return "%saudit %s, recorded %s, history %s"
        .formatted(
            checks.incorrect() == 0 ? "" : "✗ %d runs wrong, ".formatted(checks.incorrect()),
            checks.audit(),
            checks.recorded(),
            checks.history());
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

  private static String text(Optional<PointValue> value) {
    return value.map(one -> Numbers.text(one.value())).orElse(NONE);
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
    return "%s at %s".formatted(rate(one.throughput()), Overview.load(one.point()));
  }

  /** From when latencies count. */
  private String loop() {
    Set<String> loops =
        overview.best().stream()
            .map(one -> one.openLoop() ? "open" : "closed")
            .collect(Collectors.toCollection(TreeSet::new));
    return String.join(" or ", loops) + " loop, all repeats together";
  }
}
