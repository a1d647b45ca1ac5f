package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.figures.Published;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of the pages, and what they are made of. */
final class PageTables {
  private PageTables() {}

  /**
   * Opens a table up to its rows; its body, the table and what scrolls it are left to close.
   *
   * @param style the table's class; null for none
   * @param columns their names; without those that are null
   */
  static void open(Markup page, String style, String... columns) {
    page.open("div", "class", "scroll", "tabindex", 0).open("table", "class", style);
    page.open("thead").open("tr");
    Stream.of(columns)
        .filter(Objects::nonNull)
        .forEach(name -> page.element("th", name, "scope", "col"));
    page.close().close().open("tbody");
  }

  /** The differences, folded; nothing if there are none. */
  static void differences(
      Markup page, String title, List<SetupDifferences.Difference> differences) {
    if (differences.isEmpty()) {
      return;
    }
    page.open("details").element("summary", "%s (%d)".formatted(title, differences.size()));
    open(page, "wide", "", "paper", "here");
    for (SetupDifferences.Difference difference : differences) {
      page.open("tr").element("th", difference.subject(), "scope", "row");
      page.element("td", difference.theirs(), "data-of", "paper");
      page.element("td", difference.ours(), "data-of", "here").close();
    }
    page.close().close().close().close();
  }

  /** The paper's numbers, folded; nothing if there are none. */
  static void published(Markup page, List<Published> published) {
    if (published.isEmpty()) {
      return;
    }
    page.open("details")
        .element("summary", "The published numbers (%d)".formatted(published.size()))
        .element("p", published.get(0).paper().title());
    open(page, null, "system", "at", "metric", "value", "note");
    for (Published one : published) {
      page.open("tr").element("td", one.system()).element("td", one.xName() + " " + one.x());
      page.element("td", one.metric().replace('_', ' '));
      page.element("td", Numbers.text(one.value()) + " " + one.unit(), "class", "n");
      page.element("td", one.note()).close();
    }
    page.close().close().close().close();
  }

  static void warnings(Markup page, List<Warnings.Warning> warnings) {
    if (warnings.isEmpty()) {
      return;
    }
    page.open("ul", "class", "warnings");
    for (Warnings.Warning warning : warnings) {
      page.open("li");
      if (warning.details().isEmpty()) {
        page.text(warning.summary());
      } else {
        page.open("details").element("summary", warning.summary()).open("ul");
        warning.details().forEach(detail -> page.element("li", detail));
        page.close().close();
      }
      page.close();
    }
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
