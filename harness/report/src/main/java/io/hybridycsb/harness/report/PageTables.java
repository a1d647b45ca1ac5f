package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.figures.Published;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Tables of the pages, and what they are made of. */
final class PageTables {
  private PageTables() {}

  /** The differences, folded; nothing if there are none. */
  static void differences(
      Markup page, String title, List<SetupDifferences.Difference> differences) {
    new Table<SetupDifferences.Difference>("wide")
        .heads("", SetupDifferences.Difference::subject)
        .texts("paper", SetupDifferences.Difference::theirs, "data-of", "paper")
        .texts("here", SetupDifferences.Difference::ours, "data-of", "here")
        .folded(page, "%s (%d)".formatted(title, differences.size()), differences);
  }

  /** The paper's numbers, folded; nothing if there are none. */
  static void published(Markup page, List<Published> published) {
    if (published.isEmpty()) {
      return;
    }
    page.open("details")
        .element("summary", "The published numbers (%d)".formatted(published.size()))
        .element("p", published.get(0).source().paper().title());
    new Table<Published>(null)
        .texts("system", Published::system)
        .texts("at", one -> one.xName() + " " + one.x())
        .texts("metric", one -> one.metric().replace('_', ' '))
        .texts("value", one -> Numbers.text(one.value()) + " " + one.unit(), "class", "n")
        .texts("note", Published::note)
        .write(page, published);
    page.close();
  }

  /**
   * Warnings, each kind folded.
   *
   * @param warnings the lines of each kind
   */
  static void warnings(Markup page, Map<String, List<String>> warnings) {
    if (warnings.isEmpty()) {
      return;
    }
    page.open("ul", "class", "warnings");
    warnings.forEach(
        (kind, lines) -> {
          page.open("li").open("details");
          page.element("summary", "%s (%d)".formatted(kind, lines.size())).open("ul");
          lines.forEach(line -> page.element("li", line));
          page.close().close().close();
        });
    page.close();
  }

  static String text(Map<String, String> map) {
    return map.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** A cell of a table of class figures. */
  static void plain(Markup page, OptionalDouble value) {
    page.element("td", value.isPresent() ? Numbers.text(value.getAsDouble()) : "–");
  }
}
