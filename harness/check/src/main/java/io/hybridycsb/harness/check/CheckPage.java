package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.Counterexample.Line;
import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A check's findings as one self-contained page, with a timeline for each violation. */
public final class CheckPage {
  private CheckPage() {}

  /** The page, in HTML. */
  public static String html(CheckReport report, RunHistory history) {
    String status = report.status().name().toLowerCase(Locale.ROOT);
    Markup page =
        Markup.page("History check: " + status, Resource.text(CheckPage.class, "check-page.css"));
    page.open("main").element("h1", "History check");
    page.element("p", CheckTexts.verdict(report), "class", "verdict " + status);
    list(page, "counts", CheckTexts.counts(history, report.scans()));
    list(page, "remarks", CheckTexts.remarks(report));
    List<String> warnings = new ArrayList<>(CheckTexts.warnings(history));
    warnings.addAll(CheckTexts.warnings(history, report.scans()));
    list(page, "warnings", warnings);
    report.found().counterexamples().forEach(counterexample -> section(page, counterexample));
    page.element("h2", "Histories");
    list(
        page,
        "files",
        history.files().stream()
            .map(file -> "%s: %d operations".formatted(file.file(), file.calls().size()))
            .toList());
    return page.close().close().close() + "\n";
  }

  private static void list(Markup page, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      page.open("ul", "class", name);
      lines.forEach(line -> page.element("li", line));
      page.close();
    }
  }

  private static void section(Markup page, Counterexample counterexample) {
    page.open("section").element("h2", counterexample.key());
    page.element("p", counterexample.explanation(), "class", "why");
    page.open("div", "class", "chart", "tabindex", "0");
    new TimelineChart(counterexample).draw(page);
    page.close().open("p", "class", "legend");
    page.element("span", "write", "class", "key write");
    page.element("span", "read", "class", "key read");
    page.element("span", "delete", "class", "key delete");
    page.element("span", "outcome unknown", "class", "key pending");
    page.element("span", "contradictory", "class", "key wrong");
    page.close();
    page.element(
        "p",
        "Bars run from invocation to completion. Pauses are drawn shorter than they were. All other"
            + " operations on this record were left out: these cannot be explained already.",
        "class",
        "note");
    page.open("div", "class", "chart", "tabindex", "0").open("table").open("tr");
    List.of("from, ms", "to, ms", "client", "operation").forEach(name -> page.element("th", name));
    page.close();
    counterexample.lines().forEach(line -> row(page, counterexample.startNs(), line));
    page.close().close().close();
  }

  private static void row(Markup page, long startNs, Line line) {
    page.open("tr", "class", line.contradictory() ? "wrong" : null);
    page.element("td", line.from(startNs)).element("td", line.to(startNs, "unknown"));
    page.element("td", line.operation().process());
    page.element("td", line.text(), "class", "what").close();
  }
}
